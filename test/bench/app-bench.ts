import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { type ShellProcess, startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, quantile, watchPage } from './frames.ts'
import { bridgeConnection, connectionsTo, residentMb } from './machine.ts'
import { seed } from './seed.ts'

const viewport = { width: 1280, height: 800 }
const streamLength = 100_000

export interface StreamFigures extends PageWork {
  readonly characters: number
  /**
   * Bytes of the bridge's connection, all frames and headers included, per received character; null when they cannot be
   * counted.
   */
  readonly bytesPerCharacter: number | null
  readonly mainMb: number | null
  readonly pageHeapMb: number
}

export interface AppFigures {
  readonly streamAt200: StreamFigures
  readonly streamAtOnce: StreamFigures
  /** From the gateway's first byte to visible text, in ms. */
  readonly firstText: { readonly p50: number; readonly p95: number; readonly runs: number }
  /** From starting the process to a composer that accepts text, in an open browser, in ms. */
  readonly start: { readonly emptyP50: number; readonly fullP50: number; readonly fullMessages: number }
  /** From the click to the conversation's end being painted, in ms. */
  readonly open: { readonly p50: number; readonly p95: number; readonly messages: number }
}

/** Measures the built app in the browser shell, with the demo gateway at the other end. */
export async function measureApp(browser: Browser, log: (line: string) => void): Promise<AppFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    const full = join(folder, 'full')
    log('seeding 200,000 messages')
    seed(full, 20, 10_000)
    const start = await measureStart(browser, join(folder, 'empty'), full)
    log(`start: ${JSON.stringify(start)}`)
    const open = await measureOpen(browser, full)
    log(`open: ${JSON.stringify(open)}`)
    const streamAtOnce = await measureStream(browser, full, Number.POSITIVE_INFINITY)
    log(`stream at once: ${JSON.stringify(streamAtOnce)}`)
    const streamAt200 = await measureStream(browser, full, 200)
    log(`stream at 200 tokens/s: ${JSON.stringify(streamAt200)}`)
    // last, because its conversations would push the seeded ones off the list's first page
    const firstText = await measureFirstText(browser, full)
    log(`first text: ${JSON.stringify(firstText)}`)
    return { streamAt200, streamAtOnce, firstText, start, open }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Running {
  readonly shell: ShellProcess
  readonly gateway: Awaited<ReturnType<typeof createDemoGateway>>
  readonly context: BrowserContext
  readonly page: Page
  close(): Promise<void>
}

async function begin(browser: Browser, data: string, tokensPerSecond: number): Promise<Running> {
  const gateway = await createDemoGateway({ tokensPerSecond })
  const shell = await startShellProcess({
    data,
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
  })
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(shell.link)
  await composer(page).waitFor()
  return {
    shell,
    gateway,
    context,
    page,
    async close() {
      await context.close()
      await shell.stop()
      await gateway.close()
    },
  }
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const firstRow = (page: Page, index: number) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').nth(index)

async function measureStart(browser: Browser, empty: string, full: string): Promise<AppFigures['start']> {
  const once = async (data: string): Promise<number> => {
    const gateway = await createDemoGateway()
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    const began = performance.now()
    const shell = await startShellProcess({
      data,
      environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
    })
    await page.goto(shell.link)
    await composer(page).fill('x')
    const took = performance.now() - began
    await composer(page).fill('')
    await context.close()
    await shell.stop()
    await gateway.close()
    return took
  }
  const several = async (data: string): Promise<number> => {
    const times: number[] = []
    for (let run = 0; run < 7; run += 1) times.push(await once(data))
    return quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    )
  }
  return { emptyP50: await several(empty), fullP50: await several(full), fullMessages: 200_000 }
}

async function measureOpen(browser: Browser, data: string): Promise<AppFigures['open']> {
  const running = await begin(browser, data, 200)
  const { page } = running
  const times: number[] = []
  for (let run = 0; run < 12; run += 1) {
    const row = firstRow(page, run % 8)
    await row.waitFor()
    times.push(
      await row.evaluate(async (element) => {
        const region = document.querySelector('[role="region"], section[aria-label="Conversation"]')
        const before = region?.querySelector('article')
        const began = performance.now()
        const target = element.querySelector('button, a, [role="button"]') ?? element
        if (target instanceof HTMLElement) target.click()
        // the end of a conversation of 10,000 messages is message 10000
        await new Promise<void>((resolve) => {
          const look = (): void => {
            const articles = [...document.querySelectorAll('article')]
            const last = articles.at(-1)
            if (last && last !== before && last.textContent?.includes('Message 10000:')) resolve()
            else requestAnimationFrame(look)
          }
          look()
        })
        await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
        return performance.now() - began
      }),
    )
  }
  await running.close()
  const sorted = times.slice(2).toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), messages: 10_000 }
}

async function measureFirstText(browser: Browser, data: string): Promise<AppFigures['firstText']> {
  const running = await begin(browser, data, 60)
  const { page, gateway } = running
  const times: number[] = []
  for (let run = 0; run < 20; run += 1) {
    await page.getByRole('button', { name: 'New chat' }).first().click()
    // real models think first; without a pause the page would still be rendering the question
    await composer(page).fill(`/fault delay(ms=400) -- Question ${run} about paper`)
    const shownAt = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            const last = [...document.querySelectorAll('article')].at(-1)
            const text = last?.querySelector('[data-streaming] p')?.textContent ?? ''
            // the frame that finds the text also paints it, so it is visible at the next one
            if (text.length > 0) requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    await page.keyboard.press('Enter')
    const shown = await shownAt
    const sent = gateway
      .requests()
      .filter((request) => request.path === '/v1/chat/completions')
      .at(-1)
      ?.chunks.find((chunk) => chunk.text !== '')?.at
    if (sent !== undefined) times.push(shown - sent)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  }
  await running.close()
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), runs: sorted.length }
}

async function measureStream(browser: Browser, data: string, tokensPerSecond: number): Promise<StreamFigures> {
  const running = await begin(browser, data, tokensPerSecond)
  const { page, shell, gateway, context } = running
  const session = await context.newCDPSession(page)
  await page.getByText('of 10000 messages').first().waitFor()
  await firstRow(page, 3).click()
  await page.locator('article').last().waitFor()
  await composer(page).fill(`Write ${streamLength} characters of mixed Markdown about bridges and 桥`)
  const port = Number(new URL(shell.link).port)
  const before = await bridgeConnection(port)
  const work = await watchPage(page, session, async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor({ timeout: 300_000 })
  })
  const after = connectionsTo(port)?.find((connection) => connection.peerPort === before?.peerPort) ?? null
  const characters =
    gateway
      .requests()
      .at(-1)
      ?.chunks.reduce((sum, chunk) => sum + chunk.text.length, 0) ?? 0
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const figures: StreamFigures = {
    ...work,
    characters,
    bytesPerCharacter:
      before === null || after === null || characters === 0 ? null : (after.bytesSent - before.bytesSent) / characters,
    mainMb: residentMb(shell.process.pid ?? 0),
    pageHeapMb: usedSize / 2 ** 20,
  }
  await running.close()
  return figures
}
