import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, quantile, watchPage } from './frames.ts'
import { seedGallery } from './gallery-seed.ts'
import { proportionalMb, residentMb } from './machine.ts'

export interface GalleryFigures {
  readonly images: number
  /** From the click on the rail to every tile in view being painted with its picture, in ms: the first time, and later ones. */
  readonly open: { readonly first: number; readonly p50: number; readonly p95: number }
  readonly scroll: PageWork
  /** What the page's process holds (shared pages counted by their share): after that, right after rushing through all of it, and ten seconds later. */
  readonly pageMb: number | null
  readonly pageMbRushed: number | null
  readonly pageMbRested: number | null
  /** The page's heap, and main, at the end. */
  readonly pageHeapMb: number
  readonly mainMb: number | null
}

/** Measures the gallery of the built app in the browser shell. */
export async function measureGallery(
  browser: Browser,
  images: number,
  log: (line: string) => void,
): Promise<GalleryFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const gateway = await createDemoGateway()
  try {
    log(`seeding ${images} images`)
    await seedGallery(folder, images)
    const shell = await startShellProcess({
      data: folder,
      environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
    })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(shell.link)
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    const times: number[] = []
    for (let run = 0; run < 11; run += 1) {
      times.push(await openPanel(page))
      await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Chat' }).click()
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    }
    await openPanel(page)
    const session = await context.newCDPSession(page)
    const scroll = await watchPage(page, session, async () => {
      await session.send('Input.synthesizeScrollGesture', {
        x: 800,
        y: 500,
        yDistance: -40_000,
        speed: 4_000,
        gestureSourceType: 'mouse',
      })
    })
    const pageMb = await pageMemory(browser)
    await session.send('Input.synthesizeScrollGesture', {
      x: 800,
      y: 500,
      yDistance: -400_000,
      speed: 20_000,
      gestureSourceType: 'mouse',
    })
    const pageMbRushed = await pageMemory(browser)
    await page.waitForTimeout(10_000)
    const heap = await session.send('Runtime.getHeapUsage')
    const figures = {
      images,
      open: {
        first: times[0] ?? 0,
        p50: quantile(later(times), 0.5),
        p95: quantile(later(times), 0.95),
      },
      scroll,
      pageMb,
      pageMbRushed,
      pageMbRested: await pageMemory(browser),
      pageHeapMb: heap.usedSize / 2 ** 20,
      mainMb: residentMb(shell.process.pid ?? 0),
    }
    await context.close()
    await shell.stop()
    return figures
  } finally {
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const later = (times: readonly number[]): readonly number[] => times.slice(1).toSorted((a, b) => a - b)

async function openPanel(page: Page): Promise<number> {
  const button = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: /^Images/ })
  return await button.evaluate(async (element) => {
    const began = performance.now()
    if (element instanceof HTMLElement) element.click()
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const tiles = [...document.querySelectorAll<HTMLElement>('[role="list"] [data-image] canvas')]
        const inView = tiles.filter((tile) => tile.getBoundingClientRect().top < innerHeight)
        if (inView.length >= 12 && inView.every((tile) => tile.dataset.drawn !== undefined)) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    return performance.now() - began
  })
}

/** Proportional memory of the page's process, in MB; Linux only, elsewhere null. */
async function pageMemory(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const page = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime)[0]
  return page ? proportionalMb(page.id) : null
}
