import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { measureEmptyStart } from './floor-bench.ts'
import { answersEnded, type PageWork, quantile, watchPage } from './frames.ts'
import { bridgeConnection, connectionsTo, residentMb } from './machine.ts'
import { appendPlainText } from './plain-text.ts'
import { begin, composer, firstRow, type Stage, viewport } from './running-app.ts'
import { seed } from './seed.ts'
import { openQuota, type Speed, slowPage } from './slow-machine.ts'

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
  /** From starting the process to a composer that has the focus and accepts text, in an open browser, in ms. */
  readonly start: {
    readonly emptyP50: number
    readonly fullP50: number
    readonly fullMessages: number
    /** The same for a process that serves an empty page. */
    readonly floorP50: number
  }
  /** From the click to the conversation's end being painted, in ms. */
  readonly open: { readonly p50: number; readonly p95: number; readonly messages: number }
  /** From the click on a panel in the rail to its second frame, in ms, once each panel has been shown. */
  readonly panel: { readonly p50: number; readonly p95: number; readonly switches: number }
  /** The same as `open` for the first click after a start, made as soon as the composer is there. */
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
export async function measureApp(
  browser: Browser,
  log: (line: string) => void,
): Promise<Readonly<Record<Speed, AppFigures>>> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    const seeded = join(folder, 'seeded')
    log('seeding 200,000 messages')
    seed(seeded, 20, 10_000)
    return {
      fast: await measureAt({ browser, speed: 'fast' }, folder, seeded, log),
      slow: await measureAt({ browser, speed: 'slow' }, folder, seeded, log),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures on a copy of the seeded data, because answers and new chats change it. */
async function measureAt(
  stage: Stage,
  folder: string,
  seeded: string,
  log: (line: string) => void,
): Promise<AppFigures> {
  const full = join(folder, stage.speed)
  cpSync(seeded, full, { recursive: true })
  const tell = (name: string, figures: object) => log(`${stage.speed}, ${name}: ${JSON.stringify(figures)}`)
  const start = {
    ...(await measureStart(stage, join(folder, `empty-${stage.speed}`), full)),
    floorP50: await measureEmptyStart(stage),
  }
  tell('start', start)
  const open = await measureOpen(stage, full)
  tell('open', open)
  const panel = await measurePanels(stage, full)
  tell('panels', panel)
  const firstClick = await measureFirstClick(stage, full, 0)
  tell('first click', firstClick)
  const restedClick = await measureFirstClick(stage, full, restMs)
  tell('first click after a rest', restedClick)
  const streamAtOnce = await measureStream(stage, full, Number.POSITIVE_INFINITY)
  tell('stream at once', streamAtOnce)
  const streamAt200 = await measureStream(stage, full, 200)
  tell('stream at 200 tokens/s', streamAt200)
  const plainText = await measurePlainText(stage, full, streamAt200.characters / streamAt200.seconds)
  tell('plain text', plainText)
  // last, because its conversations would push the seeded ones off the list's first page
  const firstText = await measureFirstText(stage, full)
  tell('first text', firstText)
  const streamByPlainText = streamAt200.cpu / plainText.cpu
  return {
    ...{ streamAt200, plainText, streamByPlainText, streamAtOnce },
    ...{ firstText, start, open, panel, firstClick, restedClick },
  }
}

async function measureStart(
  { browser, speed }: Stage,
  empty: string,
  full: string,
): Promise<Omit<AppFigures['start'], 'floorP50'>> {
  const once = async (data: string): Promise<number> => {
    const gateway = await createDemoGateway()
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    await slowPage(page, speed)
    const quota = openQuota(speed)
    const began = performance.now()
    const shell = await startShellProcess({
      data,
      environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
      through: quota.through,
    })
    await page.goto(shell.link, { waitUntil: 'commit' })
    // asked in every frame: Playwright looks for a field only every 100 ms after a while
    await page.waitForFunction(
      () => {
        const field = document.activeElement
        return field instanceof HTMLTextAreaElement && !field.disabled && !field.readOnly
      },
      undefined,
      { polling: 'raf' },
    )
    const took = performance.now() - began
    await composer(page).waitFor()
    await context.close()
    await shell.stop()
    await gateway.close()
    quota.close()
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
        const last = [...document.querySelectorAll('article')].at(-1)
        const isEnd = last !== undefined && !before.has(last) && last.textContent?.includes('Message 10000:')
        // it is hidden until it has its place
        if (isEnd && last.checkVisibility({ opacityProperty: true, visibilityProperty: true })) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })
    // it was seen at the beginning of a frame, which is on the screen when the next one begins
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
    return performance.now() - began
  })
}

async function measureOpen(stage: Stage, data: string): Promise<AppFigures['open']> {
  const running = await begin(stage, data, 200)
  const times: number[] = []
  for (let run = 0; run < 12; run += 1) times.push(await opened(running.page, run % 8))
  await running.close()
  const sorted = times.slice(2).toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), messages: 10_000 }
}

async function measureFirstClick(stage: Stage, data: string, rest: number): Promise<FirstClick> {
  const [first, later]: [number[], number[]] = [[], []]
  for (let run = 0; run < 7; run += 1) {
    const running = await begin(stage, data, 200)
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

async function measurePanels(stage: Stage, data: string): Promise<AppFigures['panel']> {
  const running = await begin(stage, data, 200)
  const rail = running.page.getByRole('navigation', { name: 'Panels' }).getByRole('button')
  const count = await rail.count()
  const times: number[] = []
  for (let run = 0; run < count * 4; run += 1) {
    times.push(
      await rail.nth(run % count).evaluate(async (button) => {
        const began = performance.now()
        if (button instanceof HTMLElement) button.click()
        await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
        return performance.now() - began
      }),
    )
    await running.page.waitForTimeout(300)
  }
  await running.close()
  const sorted = times.slice(count).toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), switches: sorted.length }
}

async function measureFirstText(stage: Stage, data: string): Promise<AppFigures['firstText']> {
  const running = await begin(stage, data, 60)
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

async function measurePlainText(stage: Stage, data: string, charactersPerSecond: number): Promise<PageWork> {
  const running = await begin(stage, data, 200)
  const session = await running.context.newCDPSession(running.page)
  await openLongOne(running.page)
  const work = await watchPage(running.page, session, () => appendPlainText(running.page, charactersPerSecond, 30))
  await running.close()
  return work
}

/** Waits for an answer below the last message. A short one may have ended before its *Stop* could be seen. */
async function answerAppended(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const lastOf = () => [...document.querySelectorAll('article')].at(-1)
        const before = lastOf()
        const timer = setInterval(() => {
          const last = lastOf()
          if (last === before || last?.textContent?.includes('characters of mixed Markdown') !== false) return
          clearInterval(timer)
          resolve()
        }, 20)
      }),
  )
}

async function measureStream(stage: Stage, data: string, tokensPerSecond: number): Promise<StreamFigures> {
  const running = await begin(stage, data, tokensPerSecond)
  const { page, shell, gateway, context } = running
  const session = await context.newCDPSession(page)
  await openLongOne(page)
  await composer(page).fill(`Write ${streamLength} characters of mixed Markdown about bridges and 桥`)
  const port = Number(new URL(shell.link).port)
  const before = await bridgeConnection(port)
  const work = await watchPage(page, session, async () => {
    const answered = answerAppended(page)
    await page.keyboard.press('Enter')
    await answered
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
