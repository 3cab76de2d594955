import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ImportSteps,
  rowsMax,
  ImportSteps as Steps,
} from '../../../../src/main/services/transfer/import/import-steps.ts'
import { ImportWriter, type Staged } from '../../../../src/main/services/transfer/import/import-writer.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import type { Database } from '../../../../src/main/storage/database.ts'
import { HistoryItems } from '../../../../src/main/storage/history-items.ts'
import { underWay } from '../../../../src/main/storage/items-under-way.ts'
import { databasePath, openStorage } from '../../../../src/main/storage/open.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { holdingsOf } from '../../../fakes/filled-folder.ts'
import { conversation } from '../../../fakes/storage.ts'

const never = new AbortController().signal
let folder: string
let database: Database
let rows: number[]
let steps: ImportSteps

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-steps-'))
  database = openStorage(folder, 1).database
  new Conversations(database).insertConversation(conversation('mine'))
  rows = []
  steps = new Steps({ database, writer: new ImportWriter(database), onStep: (count) => rows.push(count) })
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One chat of so many messages, and one transcript of so many segments. */
function* staged(messages: number, segments: number): Generator<Staged> {
  const marks = { archivedAt: 5, tags: ['tea'] }
  const about = {
    id: 'c',
    title: 'A chat',
    connectionId: null,
    model: 'm',
    parameters: defaultParameters,
    pinned: false,
  }
  const shown = { createdAt: 1, activeAt: 1, snippet: '', leafId: `m${messages - 1}` }
  yield { type: 'conversation', conversation: { ...about, ...shown, ...marks } }
  for (let index = 0; index < messages; index += 1) {
    const parentId = index === 0 ? null : `m${index - 1}`
    const said = { id: `m${index}`, parentId, role: 'user', text: 'tea', model: 'm', state: 'done' } as const
    const rest = { error: null, usage: null, timing: null, finishReason: null, createdAt: 1, attachments: [] }
    yield { type: 'message', conversationId: 'c', message: { ...said, ...rest }, media: [] }
  }
  if (segments === 0) return
  const request = { connectionId: 'x', model: 'm', language: null, prompt: '', temperature: null }
  const times = { createdAt: 1, sentAt: null, endedAt: 2 }
  const job = { name: 'a.mp3', bytes: 1, request, sourceId: null, duration: 1, attempts: 1, ...times }
  const text = {
    id: 't',
    jobId: 'j',
    title: 'Talk',
    model: 'm',
    language: null,
    start: '',
    complete: true,
    revision: 1,
  }
  yield {
    type: 'transcript',
    transcript: { ...text, createdAt: 1, editedAt: null, pinned: true, job, waveform: null, ...marks },
  }
  for (let index = 0; index < segments; index += 1)
    yield {
      type: 'segment',
      transcriptId: 't',
      segment: { id: `s${index}`, from: index, to: index + 1, text: 'tea', speaker: null, words: [], mended: false },
    }
}

function inHistory(place: 'here' | 'archive' | 'bin'): number {
  return new HistoryItems(database).itemPage({ ...everything, place }, 0, 10).total
}

describe('an import in steps', () => {
  test('an import never writes, shows or removes more than some rows in one transaction', async () => {
    const plan = await steps.writeRows(staged(2000, 1500), 7, never)
    expect(rows.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(3502)
    await steps.takeBack(never)
    await steps.writeRows(staged(2000, 1500), 7, never)
    steps.decide(plan)
    await steps.showCommitted()
    expect(rows.length).toBeGreaterThan(100)
    expect(Math.max(...rows)).toBeLessThanOrEqual(rowsMax)
  })

  test('an import is in no list and no bin while it is written, and stays when the bin is emptied', async () => {
    const plan = await steps.writeRows(staged(10, 10), 7, never)
    expect([inHistory('here'), inHistory('archive'), inHistory('bin'), new HistoryItems(database).inBin()]).toEqual([
      1, 0, 0, 0,
    ])
    expect(new Conversations(database).conversationPage('', 0, 10).conversations).toHaveLength(1)
    expect(new Conversations(database).purgeConversations(underWay - 1)).toEqual([])
    steps.decide(plan)
    await steps.showCommitted()
    expect([inHistory('here'), inHistory('archive'), inHistory('bin')]).toEqual([1, 2, 0])
    expect(new Conversations(database).findConversation('c')?.leafId).toBe('m9')
  })

  test('an import that is undone leaves everything unchanged', async () => {
    const before = holdingsOf(folder)
    await steps.writeRows(staged(300, 300), 7, never)
    expect(holdingsOf(folder)).not.toEqual(before)
    await steps.takeBack(never)
    expect(holdingsOf(folder)).toEqual(before)
    expect(await steps.recoverImport(never)).toBeNull()
  })

  test('an undecided import is undone by the next start, however often that is interrupted', async () => {
    const before = holdingsOf(folder)
    await steps.writeRows(staged(500, 0), 7, never)
    const ending = new AbortController()
    let left = 2
    const interrupted = new Steps({
      database,
      writer: new ImportWriter(database),
      onStep: () => {
        left -= 1
        if (left === 0) ending.abort()
      },
    })
    await expect(interrupted.recoverImport(ending.signal)).rejects.toThrow()
    expect(holdingsOf(folder)).not.toEqual(before)
    expect(await steps.recoverImport(never)).toBe('taken back')
    expect(holdingsOf(folder)).toEqual(before)
  })

  test('an import is undone if a backup made in the middle of it is restored', async () => {
    const before = holdingsOf(folder)
    await steps.writeRows(staged(200, 0), 7, never)
    const other = mkdtempSync(join(tmpdir(), 'atelier-steps-'))
    try {
      database.copyTo(databasePath(other))
      const restored = openStorage(other, 1).database
      const again = new Steps({ database: restored, writer: new ImportWriter(restored) })
      expect(await again.recoverImport(never)).toBe('taken back')
      restored.close()
      expect(holdingsOf(other)).toEqual(before)
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  test('a decided import is shown by the next start', async () => {
    steps.decide(await steps.writeRows(staged(10, 0), 7, never))
    expect(inHistory('archive')).toBe(0)
    expect(await steps.recoverImport(never)).toBe('shown')
    expect(inHistory('archive')).toBe(1)
    expect(await steps.recoverImport(never)).toBeNull()
  })

  test('an import on a disk that becomes full is refused and can be undone', async () => {
    const before = holdingsOf(folder)
    database.pragma(`max_page_count = ${Number(database.pragma('page_count')) + 40}`)
    await expect(steps.writeRows(staged(5000, 0), 7, never)).rejects.toMatchObject({ error: { code: 'storage_full' } })
    await steps.takeBack(never)
    expect(holdingsOf(folder)).toEqual(before)
  })
})
