import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { type ShellProcess, startShellProcess } from '../fakes/shell-process.ts'
import { answersEnded, type PageWork, quantile, watchPage } from './frames.ts'
import { bridgeConnection, connectionsTo, residentMb } from './machine.ts'
import { appendPlainText } from './plain-text.ts'
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
  /** The same number of characters a second, appended as plain paragraphs to the same conversation. */
  readonly plainText: PageWork
  /** Processor time of the page for an answer at 200 tokens/s, by that of the plain text. */
  readonly streamByPlainText: number
  readonly streamAtOnce: StreamFigures
  /** From the gateway's first byte to visible text, in ms. */
  readonly firstText: { readonly p50: number; readonly p95: number; readonly runs: number }
  /** From starting the process to a composer that accepts text, in an open browser, in ms. */
  readonly start: { readonly emptyP50: number; readonly fullP50: number; readonly fullMessages: number }
  /** From the click to the conversation's end being painted, in ms. */
  readonly open: { readonly p50: number; readonly p95: number; readonly messages: number }
  /** The same for the first click after a start, made as soon as the composer is there. */
  readonly firstClick: FirstClick
  /** The same for a first click that is made after a rest of `restMs`. */
  readonly restedClick: FirstClick
}

/** In ms; `laterP50` is that of the clicks after the first. */
interface FirstClick {
  readonly p50: number
  readonly max: number
  readonly laterP50: number
  readonly starts: number
}

/** How long a user takes to choose a chat after a start, in ms. */
const restMs = 1500

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
    const firstClick = await measureFirstClick(browser, full, 0)
    log(`first click: ${JSON.stringify(firstClick)}`)
    const restedClick = await measureFirstClick(browser, full, restMs)
    log(`first click after a rest: ${JSON.stringify(restedClick)}`)
    const streamAtOnce = await measureStream(browser, full, Number.POSITIVE_INFINITY)
    log(`stream at once: ${JSON.stringify(streamAtOnce)}`)
    const streamAt200 = await measureStream(browser, full, 200)
    log(`stream at 200 tokens/s: ${JSON.stringify(streamAt200)}`)
    const plainText = await measurePlainText(browser, full, streamAt200.characters / streamAt200.seconds)
    log(`plain text: ${JSON.stringify(plainText)}`)
    // last, because its conversations would push the seeded ones off the list's first page
    const firstText = await measureFirstText(browser, full)
    log(`first text: ${JSON.stringify(firstText)}`)
    const streamByPlainText = streamAt200.cpu / plainText.cpu
    return { streamAt200, plainText, streamByPlainText, streamAtOnce, firstText, start, open, firstClick, restedClick }
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

/** Clicks a conversation of 10,000 messages. Resolves with the ms from the click to its end being painted. */
async function opened(page: Page, index: number): Promise<number> {
  const row = firstRow(page, index)
  await row.waitFor()
  return await row.evaluate(async (element) => {
    // every conversation ends with the same words
    const before = new Set(document.querySelectorAll('article'))
    const began = performance.now()
    const target = element.querySelector('button, a, [role="button"]') ?? element
    if (target instanceof HTMLElement) target.click()
    // the end of a conversation of 10,000 messages is message 10000
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const articles = [...document.querySelectorAll('article')]
        const last = articles.at(-1)
        if (last && !before.has(last) && last.textContent?.includes('Message 10000:')) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    return performance.now() - began
  })
}

async function measureOpen(browser: Browser, data: string): Promise<AppFigures['open']> {
  const running = await begin(browser, data, 200)
  const times: number[] = []
  for (let run = 0; run < 12; run += 1) times.push(await opened(running.page, run % 8))
  await running.close()
  const sorted = times.slice(2).toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), messages: 10_000 }
}

async function measureFirstClick(browser: Browser, data: string, rest: number): Promise<FirstClick> {
  const [first, later]: [number[], number[]] = [[], []]
  for (let run = 0; run < 7; run += 1) {
    const running = await begin(browser, data, 200)
    await running.page.waitForTimeout(rest)
    first.push(await opened(running.page, 0))
    for (let index = 1; index < 5; index += 1) later.push(await opened(running.page, index))
    await running.close()
  }
  const middle = (times: readonly number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    )
  return { p50: middle(first), max: Math.max(...first), laterP50: middle(later), starts: first.length }
}

async function measureFirstText(browser: Browser, data: string): Promise<AppFigures['firstText']> {
  const running = await begin(browser, data, 60)
  const { page, gateway } = running
  const times: number[] = []
  for (let run = 0; run < 20; run += 1) {
    await page.getByRole('button', { name: 'New chat' }).first().click()
    // an answer that begins with a mark of Markdown shows nothing before its first word
    // real models think first; without a pause the page would still be rendering the question
    await composer(page).fill(
      `/fault delay(ms=400) -- Repeat exactly: paper ${run} begins with plain words and goes on for a while`,
    )
    const shownAt = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const hasText = (): boolean => {
            const last = [...document.querySelectorAll('article')].at(-1)
            return (last?.querySelector('[data-streaming] p')?.textContent ?? '') !== ''
          }
          // a message is delivered after the frame was drawn, whatever the order of the callbacks in it
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            // what a frame draws is on the screen when the next one begins
            if (hasText()) requestAnimationFrame((begin) => resolve(performance.timeOrigin + begin))
            else requestAnimationFrame(look)
          }
          const look = (): void => port2.postMessage(null)
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
    // the answer ends by itself, on a busy machine before anything could be pressed
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  }
  await running.close()
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), runs: sorted.length }
}

/** Opens a conversation of 10,000 messages. */
async function openLongOne(page: Page): Promise<void> {
  await page.getByText('of 10000 messages').first().waitFor()
  await firstRow(page, 3).click()
  await page.locator('article').last().waitFor()
}

async function measurePlainText(browser: Browser, data: string, charactersPerSecond: number): Promise<PageWork> {
  const running = await begin(browser, data, 200)
  const session = await running.context.newCDPSession(running.page)
  await openLongOne(running.page)
  const work = await watchPage(running.page, session, () => appendPlainText(running.page, charactersPerSecond, 30))
  await running.close()
  return work
}

async function measureStream(browser: Browser, data: string, tokensPerSecond: number): Promise<StreamFigures> {
  const running = await begin(browser, data, tokensPerSecond)
  const { page, shell, gateway, context } = running
  const session = await context.newCDPSession(page)
  await openLongOne(page)
  await composer(page).fill(`Write ${streamLength} characters of mixed Markdown about bridges and 桥`)
  const port = Number(new URL(shell.link).port)
  const before = await bridgeConnection(port)
  const work = await watchPage(page, session, async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    await answersEnded(page)
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
