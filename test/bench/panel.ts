import type { Browser, CDPSession, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { type ShellProcess, startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, quantile, watchPage } from './frames.ts'

declare global {
  var benchDrawn: (() => boolean) | undefined
}

export interface Opening {
  /** From the click on the rail to everything in view being painted with its picture, in ms: the first time, and later ones. */
  readonly first: number
  readonly p50: number
  readonly p95: number
}

/** The built app in the browser shell, with a data folder that was filled before and the demo gateway at the other end. */
export interface OpenedApp {
  readonly shell: ShellProcess
  readonly page: Page
  readonly session: CDPSession
}

/** Starts the app on a data folder, at the chat, and ends it after `run`. */
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

/**
 * Opens a panel eleven times from the chat, and leaves it open. `isDrawn` is run in the page: whether everything in view
 * is there, with its pictures.
 */
export async function measureOpening(page: Page, name: RegExp, isDrawn: () => boolean): Promise<Opening> {
  await page.evaluate(`globalThis.benchDrawn = ${String(isDrawn)}`)
  const times: number[] = []
  for (let run = 0; run < 11; run += 1) {
    times.push(await openPanel(page, name))
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Chat' }).click()
    await composer(page).waitFor()
  }
  await openPanel(page, name)
  const later = times.slice(1).toSorted((a, b) => a - b)
  return { first: times[0] ?? 0, p50: quantile(later, 0.5), p95: quantile(later, 0.95) }
}

/** Scrolls what is open for ten seconds, at 4,000 px a second. */
export async function measureScroll({ page, session }: OpenedApp): Promise<PageWork> {
  return await watchPage(page, session, () => scroll(session, 40_000, 4_000))
}

/** Scrolls down, px and px a second, as a wheel does. */
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

async function openPanel(page: Page, name: RegExp): Promise<number> {
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
