import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { pdfOf } from '../fakes/documents.ts'
import { startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, watchPage } from './frames.ts'
import { type Block, longestBlock, probeEnvironment } from './main-probe.ts'

const pages = 300
const linesOfPage = 40
const rounds = 5

export interface FileFigures extends PageWork {
  readonly pages: number
  readonly characters: number
  /** From choosing the file to its chip with pages and tokens, in ms: the first with the start of its thread. */
  readonly firstMs: number
  readonly laterMs: number
  /** Longest blocks of main in all rounds. */
  readonly main: Block
}

/** Reads a PDF of 300 pages for a chat, five times, each time as another file. */
export async function measureFiles(browser: Browser, log: (line: string) => void): Promise<FileFigures> {
  const data = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const gateway = await createDemoGateway()
  const shell = await startShellProcess({
    data,
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key, ...probeEnvironment },
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(shell.link)
    await page.getByRole('button', { name: /: demo-chat / }).waitFor()
    const books = Array.from({ length: rounds }, (_, round) => join(data, `book ${round}.pdf`))
    for (const [round, path] of books.entries()) writeFileSync(path, pdfOf(textOf(round)))
    await longestBlock(shell)
    const times: number[] = []
    const session = await context.newCDPSession(page)
    const work = await watchPage(page, session, async () => {
      for (const path of books) times.push(await attach(page, path))
    })
    const main = await longestBlock(shell)
    const later = times.slice(1).toSorted((a, b) => a - b)
    const figures = {
      ...work,
      pages,
      characters: textOf(0).join('').length,
      firstMs: times[0] ?? Number.NaN,
      laterMs: later[Math.floor(later.length / 2)] ?? Number.NaN,
      main,
    }
    log(`a PDF of ${pages} pages: ${JSON.stringify(figures)}`)
    return figures
  } finally {
    await context.close()
    await shell.stop()
    await gateway.close()
    rmSync(data, { recursive: true, force: true })
  }
}

async function attach(page: Page, path: string): Promise<number> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files or tools' }).click()
  await page.getByRole('menuitem', { name: 'Files and pictures' }).click()
  const chosen = await chooser
  const began = performance.now()
  // a path, as bytes would be made into a file by work in the page
  await chosen.setFiles(path)
  await page
    .getByRole('listitem')
    .filter({ hasText: basename(path) })
    .filter({ hasText: `${pages} pages` })
    .waitFor()
  return performance.now() - began
}

/** About 2,000 characters a page; no two pages and rounds are the same. */
function textOf(round: number): readonly string[] {
  return Array.from({ length: pages }, (_, page) =>
    Array.from(
      { length: linesOfPage },
      (_line, line) => `Round ${round}, page ${page}, line ${line}: the tide comes in.`,
    ).join('\n'),
  )
}
