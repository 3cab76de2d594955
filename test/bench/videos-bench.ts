import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, quantile, watchPage } from './frames.ts'
import { residentMb } from './machine.ts'
import { seedVideos } from './videos-seed.ts'

export interface VideosFigures {
  readonly videos: number
  /** From the click on the rail to every card in view being painted with its picture, in ms: the first time, and later ones. */
  readonly open: { readonly first: number; readonly p50: number; readonly p95: number }
  readonly scroll: PageWork
  readonly mainMb: number | null
}

/** Measures the queue of finished videos of the built app in the browser shell. */
export async function measureVideos(
  browser: Browser,
  videos: number,
  log: (line: string) => void,
): Promise<VideosFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const gateway = await createDemoGateway()
  try {
    log(`seeding ${videos} videos`)
    await seedVideos(folder, videos)
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
    const later = times.slice(1).toSorted((a, b) => a - b)
    const figures = {
      videos,
      open: { first: times[0] ?? 0, p50: quantile(later, 0.5), p95: quantile(later, 0.95) },
      scroll,
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

async function openPanel(page: Page): Promise<number> {
  const button = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: /^Videos/ })
  return await button.evaluate(async (element) => {
    const began = performance.now()
    if (element instanceof HTMLElement) element.click()
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const cards = [...document.querySelectorAll<HTMLElement>('[role="listitem"][data-job-card]')]
        const inView = cards.filter((card) => card.getBoundingClientRect().top < innerHeight)
        const drawn = (card: HTMLElement): boolean => card.querySelector('canvas[data-drawn], img') !== null
        if (inView.length >= 4 && inView.every(drawn)) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    return performance.now() - began
  })
}
