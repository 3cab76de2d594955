import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DocumentReader } from '../../../../src/main/services/documents/document-reader.ts'
import { threadFile } from '../../../../src/main/threads/thread-file.ts'
import { pdfOf } from '../../../fakes/documents.ts'

let folder: string
const readers: DocumentReader[] = []
const signal = new AbortController().signal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-documents-'))
})

afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()))
  rmSync(folder, { recursive: true })
})

function readerOf(parts: ConstructorParameters<typeof DocumentReader>[0] = {}): DocumentReader {
  const reader = new DocumentReader(parts)
  readers.push(reader)
  return reader
}

function file(name: string, bytes: Buffer | string): { readonly path: string; readonly name: string } {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return { path, name }
}

test('a file of 300 pages is read in the thread', async () => {
  const page = 'Line of the report that says when the tide comes in.\n'.repeat(30).trim()
  const pages = Array.from({ length: 300 }, () => page)
  const answer = await readerOf().read(file('report.pdf', pdfOf(pages)), signal)
  expect(answer).toMatchObject({ state: 'read', pages: 300 })
  expect(answer.state === 'read' && answer.length).toBeGreaterThan(400_000)
})

test('a reader that hangs is ended at the deadline', async () => {
  const hanging = join(folder, 'hanging.mjs')
  writeFileSync(
    hanging,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); })",
  )
  const answer = await readerOf({ file: hanging, deadlineMs: 200 }).read(file('a.txt', 'a'), signal)
  expect(answer).toEqual({ state: 'refused', problem: 'timed_out' })
})

test('a reader that dies refuses only this file, and the next one is read', async () => {
  const dying = join(folder, 'dying.mjs')
  writeFileSync(
    dying,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1))",
  )
  expect(await readerOf({ file: dying }).read(file('a.txt', 'a'), signal)).toEqual({
    state: 'refused',
    problem: 'damaged',
  })
  const reader = readerOf({ file: threadFile('documents-thread', import.meta.url) })
  expect(await reader.read(file('cut.pdf', '%PDF-1.7'), signal)).toEqual({ state: 'refused', problem: 'damaged' })
  expect(await reader.read(file('b.txt', 'b'), signal)).toMatchObject({ state: 'read', length: 1 })
})
