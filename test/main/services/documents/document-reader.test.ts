import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DocumentReader } from '../../../../src/main/services/documents/document-reader.ts'
import { threadFile } from '../../../../src/main/threads/thread-file.ts'
import { encryptedPdf, pdfOf, scanOf } from '../../../fakes/documents.ts'

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
  const answer = await readerOf().readDocument(file('report.pdf', pdfOf(pages)), signal)
  expect(answer).toMatchObject({ state: 'read', pages: 300 })
  expect(answer.state === 'read' && answer.length).toBeGreaterThan(400_000)
})

test('a reader that hangs is ended at the deadline', async () => {
  const hanging = join(folder, 'hanging.mjs')
  writeFileSync(
    hanging,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); })",
  )
  const answer = await readerOf({ file: hanging, deadlineMs: 200 }).readDocument(file('a.txt', 'a'), signal)
  expect(answer).toEqual({ state: 'refused', problem: 'timed_out' })
})

test('a reader that crashes refuses only this file, and the next one is read', async () => {
  const dying = join(folder, 'dying.mjs')
  writeFileSync(
    dying,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1))",
  )
  expect(await readerOf({ file: dying }).readDocument(file('a.txt', 'a'), signal)).toEqual({
    state: 'refused',
    problem: 'damaged',
  })
  const reader = readerOf({ file: threadFile('documents-thread', import.meta.url) })
  expect(await reader.readDocument(file('cut.pdf', '%PDF-1.7'), signal)).toEqual({
    state: 'refused',
    problem: 'damaged',
  })
  expect(await reader.readDocument(file('b.txt', 'b'), signal)).toMatchObject({ state: 'read', length: 1 })
})

const locked = () => file('locked.pdf', readFileSync('test/fixtures/documents/locked.pdf'))

test('a locked PDF is read with its password, and with no other', async () => {
  const reader = readerOf()
  for (const password of [undefined, null, 'ebb', 'EBB-潮-7Qm'])
    expect(await reader.readDocument({ ...locked(), ...(password === undefined ? {} : { password }) }, signal)).toEqual(
      {
        ...{ state: 'refused', problem: 'encrypted' },
      },
    )
  const answer = await reader.readDocument({ ...locked(), password: 'ebb-潮-7Qm' }, signal)
  expect(answer).toMatchObject({ state: 'read', pages: 2 })
  expect(answer.state === 'read' && new TextDecoder().decode(answer.text)).toContain('Low tide comes at six.')
})

test('a page of a scan is drawn in its proportions', async () => {
  const { path } = file('scan.pdf', scanOf([0, 200]))
  const reader = readerOf()
  expect(await reader.readDocument({ path, name: 'scan.pdf' }, signal)).toEqual({
    state: 'refused',
    problem: 'no_text',
  })
  for (const [page, shade] of [
    [1, 0],
    [2, 200],
  ] as const) {
    const answer = await reader.drawPage({ path, page, password: null }, signal)
    if (answer.state !== 'drawn') throw new Error(answer.problem)
    const { height, pages, pixels, width } = answer
    expect({ height, pages, width }).toEqual({ height: 2000, pages: 2, width: 1413 })
    const middle = (1000 * width + 700) * 4
    expect([...pixels.subarray(middle, middle + 3)]).toEqual([shade, shade, shade])
  }
  const text = await reader.drawPage({ ...locked(), page: 1, password: 'ebb-潮-7Qm' }, signal)
  expect(text.state === 'drawn' && new Set(text.pixels).size).toBeGreaterThan(2)
})

test('a page that cannot be drawn has a reason, and the next one is drawn', async () => {
  const scan = scanOf([128])
  const wide = scan.toString('latin1').replace('[0 0 595 842]', '[0 0 595 0.1]')
  const huge = scan.toString('latin1').replace('[0 0 595 842]', '[0 0 9e9 9e9]')
  const reader = readerOf()
  const drawn = async (bytes: Buffer | string) => {
    const { path } = file('a.pdf', typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    const answer = await reader.drawPage({ path, page: 1, password: null }, signal)
    return answer.state === 'drawn' ? `${answer.width}x${answer.height}` : answer.problem
  }
  expect(await drawn(encryptedPdf())).toBe('encrypted')
  expect(await drawn('a note')).toBe('not_supported')
  expect(await drawn('%PDF-1.7 and nothing else')).toBe('damaged')
  expect(await drawn(scan.subarray(0, 200))).toBe('damaged')
  // a page without a sensible size is drawn small, or in the size of a letter
  for (const odd of [wide, huge]) expect(await drawn(odd)).toMatch(/^\d{1,4}x\d{1,4}$|damaged/)
  expect(await drawn(scan)).toBe('1413x2000')
})
