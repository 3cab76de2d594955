import type { Browser, CDPSession, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { type ShellProcess, startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, quantile, watchPage } from './frames.ts'

declare global {
  var benchDrawn: (() => boolean) | undefined
}

/** From the click on the rail to a complete paint with all visible pictures, in ms. */
export interface Opening {
  /** First opening after each of ten starts, half a second after the app accepts input. */
  readonly firstP50: number
  readonly firstWorst: number
  /** First opening at the moment the app accepts input, sooner than anybody clicks. */
  readonly atOnceP50: number
  readonly atOnceWorst: number
  /** Ten later openings in the same run. */
  readonly p50: number
  readonly p95: number
}

/**
 * A panel by its name on the rail, and a check, run in the page, that everything visible has rendered with its
 * pictures.
 */
export interface MeasuredPanel {
  readonly name: RegExp
  readonly isDrawn: () => boolean
}

/** The built app in the browser shell, with a filled data folder and the demo gateway. */
export interface OpenedApp {
  readonly shell: ShellProcess
  readonly page: Page
  readonly session: CDPSession
}

/** Starts the app on a data folder, with the chat open, and ends it after `run`. */
export async function withApp<T>(browser: Browser, data: string, run: (app: OpenedApp) => Promise<T>): Promise<T> {
  const gateway = await createDemoGateway()
  try {
    const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
    const shell = await startShellProcess({ data, environment })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    try {
      const page = await context.newPage()
      await page.goto(shell.link)
      await composer(page).waitFor()
      return await run({ shell, page, session: await context.newCDPSession(page) })
    } finally {
      await context.close()
      await shell.stop()
    }
  } finally {
    await gateway.close()
  }
}

/** Opens a panel from the chat, the first time after each of twenty starts. */
export async function measureFirstOpenings(
  browser: Browser,
  data: string,
  panel: MeasuredPanel,
): Promise<Omit<Opening, 'p50' | 'p95'>> {
  const after = async (ms: number): Promise<readonly number[]> => {
    const times: number[] = []
    while (times.length < 10) {
      await withApp(browser, data, async ({ page }) => {
        await page.waitForTimeout(ms)
        times.push(await openPanel(page, panel))
      })
    }
    return times.toSorted((a, b) => a - b)
  }
  const first = await after(500)
  const atOnce = await after(0)
  return {
    firstP50: quantile(first, 0.5),
    firstWorst: first.at(-1) ?? 0,
    atOnceP50: quantile(atOnce, 0.5),
    atOnceWorst: atOnce.at(-1) ?? 0,
  }
}

/** Opens a panel from the chat repeatedly, and leaves it open. */
export async function measureLaterOpenings(page: Page, panel: MeasuredPanel): Promise<Pick<Opening, 'p50' | 'p95'>> {
  const times: number[] = []
  await openPanel(page, panel)
  while (times.length < 10) {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Chat' }).click()
    await composer(page).waitFor()
    times.push(await openPanel(page, panel))
  }
  times.sort((a, b) => a - b)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

/** Scrolls the open panel for ten seconds, at 4,000 px a second. */
export async function measureScroll({ page, session }: OpenedApp): Promise<PageWork> {
  return await watchPage(page, session, () => scroll(session, 40_000, 4_000))
}

/** Scrolls down by a distance at a speed, in px a second, as a wheel does. */
export async function scroll(session: CDPSession, distance: number, speed: number): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
  })
}

function composer(page: Page) {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

async function openPanel(page: Page, { name, isDrawn }: MeasuredPanel): Promise<number> {
  await page.evaluate(`globalThis.benchDrawn = ${String(isDrawn)}`)
  const button = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name })
  return await button.evaluate(async (element) => {
    const began = performance.now()
    if (element instanceof HTMLElement) element.click()
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (globalThis.benchDrawn?.()) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    return performance.now() - began
  })
}
