import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { Database } from '../../src/main/storage/database.ts'
import { SearchQuery } from '../../src/main/storage/search-query.ts'
import { everything, readQuery, searchable } from '../../src/shared/history-query.ts'
import { randomFrom } from '../fakes/seeded-random.ts'
import { PageClient, startShellProcess } from '../fakes/shell-process.ts'
import { type PageWork, quantile } from './frames.ts'
import { seedHistory } from './history-seed.ts'
import { proportionalMb } from './machine.ts'
import { longestBlock, probeEnvironment } from './main-probe.ts'
import { measureFirstOpenings, measureLaterOpenings, measureScroll, type Opening, withApp } from './panel.ts'

export interface HistoryFigures {
  readonly messages: number
  readonly media: number
  /**
   * From the first start with existing data to a complete index, in s; the peak memory, and the longest block of main's
   * event loop.
   */
  readonly indexing: { readonly seconds: number; readonly mainMb: number; readonly blockedMs: number }
  /** From a page's search to its answer, for each typed key, in ms. */
  readonly search: {
    readonly questions: number
    readonly p50: number
    readonly p95: number
    readonly worst: number
    readonly mainMb: number
    /** Longest block of main's event loop. */
    readonly blockedMs: number
  }
  /** Messages found by a plain scan, and those found by the search. */
  readonly recall: { readonly searches: number; readonly there: number; readonly found: number }
  readonly open: Opening
  readonly scroll: PageWork
  /** Main's memory after opening and scrolling. */
  readonly mainMb: number | null
}

/** Measures the history of 200,000 messages in three scripts and 10,000 pictures and videos, in the browser shell. */
export async function measureHistory(browser: Browser, log: (line: string) => void): Promise<HistoryFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    log('seeding 200,000 messages and 10,000 media')
    const texts = await seedHistory(folder)
    const indexing = await withProbe(folder, async (probe) => {
      const began = performance.now()
      while ((await ask(probe.client, 'a')).indexed < 1) await wait(200)
      return { seconds: (performance.now() - began) / 1000, mainMb: probe.peakMb(), blockedMs: await probe.blockedMs() }
    })
    log(`indexing: ${JSON.stringify(indexing)}`)
    const search = await withProbe(folder, async (probe) => {
      const times: number[] = []
      await probe.blockedMs()
      for (const word of wordsOf(texts, 150)) {
        // every prefix is searched, as while typing
        for (const [at] of [...word].entries()) {
          const began = performance.now()
          await ask(probe.client, [...word].slice(0, at + 1).join(''))
          times.push(performance.now() - began)
        }
      }
      times.sort((a, b) => a - b)
      const blockedMs = await probe.blockedMs()
      const mainMb = probe.peakMb()
      const search = {
        questions: times.length,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        worst: times.at(-1) ?? 0,
      }
      return { ...search, mainMb, blockedMs }
    })
    const recall = measureRecall(folder, texts)
    log(`search: ${JSON.stringify(search)}`)
    log(`recall: ${JSON.stringify(recall)}`)
    const first = await measureFirstOpenings(browser, folder, panel)
    return await withApp(browser, folder, async (app) => ({
      messages: texts.length,
      media: 10_000,
      indexing,
      search,
      recall,
      open: { ...first, ...(await measureLaterOpenings(app.page, panel)) },
      scroll: await measureScroll(app),
      mainMb: proportionalMb(app.shell.process.pid ?? 0),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ask(client: PageClient, text: string) {
  return client.call('history.search', { text, filter: everything, limit: 50, next: null })
}

/** Substrings of one to eight characters, as people search: without operators or spaces. */
function wordsOf(texts: readonly string[], count: number): readonly string[] {
  const random = randomFrom(7)
  return Array.from({ length: count }, () => {
    const text = [...(texts[Math.floor(random() * texts.length)] ?? '')]
    const at = Math.floor(random() * Math.max(1, text.length - 8))
    const length = 1 + Math.floor(random() * 8)
    return (
      text
        .slice(at, at + length)
        .join('')
        .replace(/["\-:\s]/g, '') || 'a'
    )
  })
}

/** Compares the number of messages found by a plain scan and by the search. */
function measureRecall(folder: string, texts: readonly string[]): HistoryFigures['recall'] {
  const database = new Database(join(folder, 'atelier.db'), { readonly: true })
  const query = new SearchQuery(database)
  const searched = texts.map(searchable)
  const sums = { searches: 0, there: 0, found: 0 }
  for (const text of wordsOf(texts, 100)) {
    const wanted = readQuery(text)
    const found = query.findDocuments(wanted, everything, null, Number.MAX_SAFE_INTEGER)
    sums.searches += 1
    sums.there += searched.filter((one) => wanted.words.every((word) => one.includes(word))).length
    sums.found += found.filter(({ part }) => part === 'message').length
  }
  database.close()
  return sums
}

interface Probe {
  readonly client: PageClient
  /** Peak memory since the start, in MB. */
  peakMb(): number
  /** Longest block of main's event loop since the last call. */
  blockedMs(): Promise<number>
}

async function withProbe<T>(data: string, run: (probe: Probe) => Promise<T>): Promise<T> {
  const shell = await startShellProcess({ data, environment: probeEnvironment })
  const client = await PageClient.connect(shell.link)
  const blockedMs = async () => (await longestBlock(shell)).worst
  // the start is not measured
  await blockedMs()
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, proportionalMb(shell.process.pid ?? 0) ?? 0)
  }, 100)
  try {
    return await run({ client, peakMb: () => peak, blockedMs })
  } finally {
    clearInterval(look)
    client.close()
    await shell.stop()
  }
}

const panel = { name: /^History/, isDrawn: areRowsDrawn }

function areRowsDrawn(): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[role="listitem"] [data-item]')]
  const inView = rows.filter((row) => row.getBoundingClientRect().top < innerHeight)
  const isDrawn = (row: HTMLElement): boolean =>
    [...row.querySelectorAll('canvas')].every((canvas) => canvas.dataset.drawn !== undefined)
  return inView.length >= 8 && inView.every(isDrawn)
}
