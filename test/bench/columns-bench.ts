import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { answersEnded, longestWork, type PageWork, quantile, watchPage } from './frames.ts'
import { openQuota, type Speed, slowPage } from './slow-machine.ts'

const length = 16_000
const tokensPerSecond = 200
const others = ['demo-chat-large', 'demo-chat-vision', 'demo-writer-zh']

export interface ColumnFigures extends PageWork {
  readonly columns: number
  readonly tokensPerSecond: number
  /** The longest task by the time its thread worked, in ms; from another run, as a trace takes time of its own. */
  readonly longestWork: number
  /** From a key in the composer to the frame that shows it, in ms, while the answers come. */
  readonly keyToPaint: { readonly p50: number; readonly p95: number; readonly keys: number }
}

/** Four answers side by side, at 200 tokens/s each, on both machines. */
export async function measureColumns(
  browser: Browser,
  log: (line: string) => void,
): Promise<Readonly<Record<Speed, ColumnFigures>>> {
  return { fast: await measureAt(browser, 'fast', log), slow: await measureAt(browser, 'slow', log) }
}

async function measureAt(browser: Browser, speed: Speed, log: (line: string) => void): Promise<ColumnFigures> {
  const work = await withColumns(browser, speed, async (page, answer) => {
    return await watchPage(page, await page.context().newCDPSession(page), answer)
  })
  const longest = await withColumns(browser, speed, (page, answer) => longestWork(browser, page, answer))
  const keyToPaint = await withColumns(browser, speed, typeWhileStreaming)
  log(`${speed}, key to paint: ${JSON.stringify(keyToPaint)}`)
  log(`${speed}, four columns: ${JSON.stringify(work)}, longest by work: ${longest} ms`)
  return { ...work, longestWork: longest, keyToPaint, columns: others.length + 1, tokensPerSecond }
}

/** Types into the composer until the answers have ended. */
async function typeWhileStreaming(page: Page, answer: () => Promise<void>): Promise<ColumnFigures['keyToPaint']> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  let isOver = false
  const ended = answer().finally(() => {
    isOver = true
  })
  await page.getByRole('button', { name: 'Stop all' }).waitFor()
  await composer.focus()
  await page.evaluate(() => {
    const times: number[] = []
    // a message is delivered after the frame was drawn
    const { port1, port2 } = new MessageChannel()
    const pressed: number[] = []
    port1.onmessage = () => {
      for (const at of pressed.splice(0)) times.push(performance.now() - at)
    }
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressed.push(timeStamp)
        requestAnimationFrame(() => port2.postMessage(null))
      },
      true,
    )
    globalThis.benchKeys = times
  })
  for (let at = 0; !isOver && at < 200; at += 1) {
    await page.keyboard.press('abcdefgh '[at % 9] ?? 'a')
    await page.waitForTimeout(60)
  }
  await ended
  const sorted = (await page.evaluate(() => globalThis.benchKeys ?? [])).toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), keys: sorted.length }
}

declare global {
  var benchKeys: number[] | undefined
}

/** Runs `measure` in a new app where four models are chosen; `answer` sends the question and waits for all answers. */
async function withColumns<T>(
  browser: Browser,
  speed: Speed,
  measure: (page: Page, answer: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const gateway = await createDemoGateway({ tokensPerSecond })
  const quota = openQuota(speed)
  const shell = await startShellProcess({
    data,
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
    through: quota.through,
  })
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  try {
    const page = await context.newPage()
    await slowPage(page, speed)
    await page.goto(shell.link)
    await page.getByRole('button', { name: /: demo-chat / }).waitFor()
    await page.getByRole('button', { name: 'Compare models side by side' }).click()
    for (const model of others) {
      await page.getByRole('combobox', { name: 'Search models or type a name' }).fill(model)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Remove ${model}` }).waitFor()
    }
    await page.keyboard.press('Escape')
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    await composer.fill(`Write ${length} characters of mixed Markdown about bridges and 桥`)
    return await measure(page, async () => {
      await composer.press('Enter')
      await page.getByRole('button', { name: 'Stop all' }).waitFor()
      await answersEnded(page)
    })
  } finally {
    await context.close()
    await shell.stop()
    await gateway.close()
    quota.close()
    rmSync(data, { recursive: true, force: true })
  }
}
