import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { answersEnded, longestWork, type PageWork, watchPage } from './frames.ts'

const length = 16_000
const tokensPerSecond = 200
const others = ['demo-chat-large', 'demo-chat-vision', 'demo-writer-zh']

export interface ColumnFigures extends PageWork {
  readonly columns: number
  readonly tokensPerSecond: number
  /** The longest task by the time its thread worked, in ms; from another run, as a trace takes time of its own. */
  readonly longestWork: number
}

/** Four answers side by side, at 200 tokens/s each. */
export async function measureColumns(browser: Browser, log: (line: string) => void): Promise<ColumnFigures> {
  const work = await withColumns(browser, async (page, answer) => {
    return await watchPage(page, await page.context().newCDPSession(page), answer)
  })
  const longest = await withColumns(browser, (page, answer) => longestWork(browser, page, answer))
  log(`four columns: ${JSON.stringify(work)}, longest by work: ${longest} ms`)
  return { ...work, longestWork: longest, columns: others.length + 1, tokensPerSecond }
}

/** Runs `measure` in a new app where four models are chosen; `answer` sends the question and waits for all answers. */
async function withColumns<T>(
  browser: Browser,
  measure: (page: Page, answer: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const gateway = await createDemoGateway({ tokensPerSecond })
  const shell = await startShellProcess({
    data,
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
  })
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  try {
    const page = await context.newPage()
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
    rmSync(data, { recursive: true, force: true })
  }
}
