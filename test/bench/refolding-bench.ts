import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../src/main/storage/database.ts'
import { databasePath, openStorage } from '../../src/main/storage/open.ts'
import { isOlder, Refolding } from '../../src/main/storage/refolding.ts'
import { gramsOf } from '../../src/main/storage/search-grams.ts'
import { SearchIndex } from '../../src/main/storage/search-index.ts'
import { SearchQuery } from '../../src/main/storage/search-query.ts'
import { everything, olderSearchable, readQuery } from '../../src/shared/history-query.ts'
import { randomFrom } from '../fakes/seeded-random.ts'
import { quantile } from './frames.ts'
import { seedConversation } from './seed.ts'
import { writing } from './writing.ts'

export interface RefoldingFigures {
  readonly messages: number
  /** Those that are written again. */
  readonly accented: number
  /** Time of all steps and merges without the pauses between them, in s; the longest step, in ms. */
  readonly seconds: number
  readonly longestMs: number
  /** Searches as typed, in ms, within the thread: before, while half is done, and after. */
  readonly before: SearchTimes
  readonly halfway: SearchTimes
  readonly after: SearchTimes
}

interface SearchTimes {
  readonly searches: number
  readonly p50: number
  readonly p95: number
  readonly worst: number
}

const [conversations, length] = [2_000, 100] as const
/** The longest step and most texts in it, as in the history's thread. */
const [stepMs, stepMax, mergeMs] = [4, 400, 6] as const

/** Measures folding an index of 200,000 messages again, a quarter of which have accents, and searches meanwhile. */
export function measureRefolding(log: (line: string) => void): RefoldingFigures {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    const texts = seed(folder)
    log('messages are seeded')
    const database = new Database(databasePath(folder))
    const index = new SearchIndex(database)
    const accented = indexAsBefore(database, index)
    log(`${accented} of ${texts.length} messages are indexed with their accents`)
    const words = typedWords(texts)
    const before = searchTimes(database, words)
    const refolding = new Refolding(database, index)
    const steps = { ms: 0, longestMs: 0 }
    const fold = (until: number): void => {
      for (let isFolding = true; isFolding && index.indexed() < until; ) {
        const began = performance.now()
        isFolding = refolding.advance(stepMax, stepMs, () => performance.now())
        const ms = performance.now() - began
        index.merge(mergeMs, () => performance.now())
        steps.ms += performance.now() - began
        steps.longestMs = Math.max(steps.longestMs, ms)
      }
    }
    log(`before: ${JSON.stringify(before)}`)
    fold(0.5)
    const halfway = searchTimes(database, words)
    log(`halfway: ${JSON.stringify({ halfway, ...steps })}`)
    fold(1)
    while (index.merge(mergeMs, () => performance.now()));
    const after = searchTimes(database, words)
    database.close()
    const times = { before, halfway, after }
    return { messages: texts.length, accented, seconds: steps.ms / 1000, longestMs: steps.longestMs, ...times }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function seed(folder: string): readonly string[] {
  const { database } = openStorage(folder, Date.now())
  const random = randomFrom(6)
  const write = writing(random)
  const all: string[] = []
  for (let at = 0; at < conversations; at += 1) {
    const texts = Array.from({ length }, () => {
      const text = write(4 + Math.floor(random() ** 2 * 90))
      return random() < 0.75 ? text : text.replace(/[eouc]/g, (letter) => accents.get(letter) ?? letter)
    })
    database.transaction(() =>
      seedConversation(database, { title: write(4), texts, createdAt: Date.now() + at * 1000 }),
    )
    for (const text of texts) all.push(text)
  }
  database.close()
  return all
}

const accents: ReadonlyMap<string, string> = new Map([
  ['e', 'é'],
  ['o', 'ø'],
  ['u', 'ü'],
  ['c', 'ç'],
])

/** Indexes everything as before version 23. Returns how many documents have accents. */
function indexAsBefore(database: Database, index: SearchIndex): number {
  while (index.advance(stepMax, 1000, () => performance.now()) > 0) index.merge(mergeMs, () => performance.now())
  const rows = database
    .prepare('SELECT search_documents.id, text FROM search_documents JOIN messages ON messages.id = part_id')
    .all()
    .map(({ id, text }) => ({ id: Number(id), text: String(text) }))
    .filter(({ text }) => isOlder(text))
  database.transaction(() => {
    for (const { id, text } of rows) {
      const folded = olderSearchable(text)
      database.prepare('DELETE FROM search_trigrams WHERE rowid = ?').run(id)
      database.prepare('DELETE FROM search_grams WHERE rowid = ?').run(id)
      database.prepare('INSERT INTO search_trigrams (rowid, text) VALUES (?, ?)').run(id, folded)
      database.prepare('INSERT INTO search_grams (rowid, grams) VALUES (?, ?)').run(id, gramsOf(folded))
    }
    database
      .prepare("INSERT OR REPLACE INTO search_refolding (what, below) VALUES ('search_documents', ?)")
      .run(Number.MAX_SAFE_INTEGER)
  })
  while (index.merge(mergeMs, () => performance.now()));
  return rows.length
}

/** Every beginning of 150 pieces of the texts, as while typing. */
function typedWords(texts: readonly string[]): readonly string[] {
  const random = randomFrom(7)
  return Array.from({ length: 150 }, () => {
    const text = [...(texts[Math.floor(random() * texts.length)] ?? '')]
    const at = Math.floor(random() * Math.max(1, text.length - 8))
    const piece = text.slice(at, at + 1 + Math.floor(random() * 8))
    return piece.filter((letter) => !/["\-:\s]/.test(letter))
  }).flatMap((piece) => piece.map((_, index) => piece.slice(0, index + 1).join('')))
}

function searchTimes(database: Database, words: readonly string[]): SearchTimes {
  const query = new SearchQuery(database)
  const times = words
    .map((word) => {
      const began = performance.now()
      const wanted = readQuery(word)
      query.findDocuments(wanted, everything, null, 200)
      query.countDocuments(wanted, everything, 1001)
      return performance.now() - began
    })
    .sort((one, other) => one - other)
  return {
    searches: times.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    worst: times.at(-1) ?? 0,
  }
}
