import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DocumentReader } from '../../../../src/main/services/documents/index.ts'
import { ItemTexts } from '../../../../src/main/services/knowledge/item-text.ts'
import type { SourceDefinition } from '../../../../src/main/services/knowledge/knowledge-messages.ts'
import { KnowledgeWork } from '../../../../src/main/services/knowledge/knowledge-work.ts'
import { termsOf } from '../../../../src/main/services/knowledge/query-terms.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { KnowledgeIndex } from '../../../../src/main/storage/knowledge-index.ts'
import { openKnowledge } from '../../../../src/main/storage/knowledge-schema.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import type { SourceProgress } from '../../../../src/shared/knowledge.ts'
import { chunkerVersion } from '../../../../src/shared/passages/chunker.ts'
import { docxOf, pdfOf } from '../../../fakes/documents.ts'
import { linkedDocx, wordParagraph } from '../../../fakes/docx-parts.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let readonlyDatabase: Database
let file: Database
let index: KnowledgeIndex
let work: KnowledgeWork
let folder: string
let progress: Map<string, SourceProgress>
let waiting: (() => void)[]
/** Collections whose passages changed, in order. */
let changed: string[]

beforeEach(() => {
  run = temporaryDatabase()
  readonlyDatabase = new Database(databasePath(run.folder), { readonly: true })
  file = openKnowledge(join(run.folder, 'knowledge.db'), chunkerVersion)
  index = new KnowledgeIndex(file)
  progress = new Map()
  waiting = []
  changed = []
  work = workWith(new DocumentReader())
  folder = join(realpathSync(run.folder), 'notes')
  mkdirSync(folder)
})
afterEach(async () => {
  await work.close()
  file.close()
  readonlyDatabase.close()
  run.dispose()
})

const workWith = (documents: DocumentReader): KnowledgeWork =>
  new KnowledgeWork({
    index,
    items: new ItemTexts(readonlyDatabase),
    documents,
    onPassagesChanged: (id) => void changed.push(id),
    progress: (id, now) => {
      progress.set(id, now)
      for (const look of waiting) look()
    },
  })

const source = (id: string, more: Partial<SourceDefinition>): SourceDefinition => ({
  id,
  collectionId: 'c',
  kind: 'folder',
  name: id,
  path: null,
  folder: null,
  itemId: null,
  ...more,
})
const until = (id: string, isIt: (progress: SourceProgress) => boolean): Promise<SourceProgress> =>
  new Promise((resolve) => {
    const look = (): void => {
      const now = progress.get(id)
      if (now !== undefined && isIt(now)) resolve(now)
    }
    waiting.push(look)
    look()
  })
const find = (text: string) =>
  index.passages(index.search(termsOf(text), ['c'], 10)).map(({ key, text: found }) => `${key}: ${found.trim()}`)

test('a folder is read to its end even if another source is added meanwhile', async () => {
  writeFileSync(join(folder, 'tides.md'), 'The moon pulls the sea.')
  const definition = source('s', { folder })
  work.set([definition])
  await until('s', ({ state }) => state === 'reading')
  // each list comes over a channel, so its objects are new
  work.set([{ ...definition }, source('t', { folder })])
  expect(await until('t', ({ state }) => state === 'read')).toMatchObject({ documents: 1 })
  expect(progress.get('s')).toMatchObject({ state: 'read', documents: 1 })
})

test('a folder is read, watched, and removed with its source', async () => {
  writeFileSync(join(folder, 'tides.md'), 'The moon pulls the sea.')
  writeFileSync(join(folder, 'broken.txt'), Buffer.from([0, 1, 2, 0, 0, 255, 0]))
  work.set([source('s', { folder })])
  expect(await until('s', ({ state }) => state === 'read')).toEqual({
    state: 'read',
    problem: null,
    documents: 1,
    passages: 1,
    failedFiles: 1,
    firstFailed: 'broken.txt',
    unread: [],
  })
  expect(find('moon')).toEqual(['tides.md: The moon pulls the sea.'])

  writeFileSync(join(folder, 'stars.md'), 'Stars are far away.')
  await until('s', ({ documents }) => documents === 2)
  rmSync(join(folder, 'tides.md'))
  await until('s', ({ documents, state }) => documents === 1 && state === 'read')
  expect(find('moon')).toEqual([])
  expect(find('stars')).toEqual(['stars.md: Stars are far away.'])

  changed = []
  work.set([])
  expect([index.sources(), changed]).toEqual([[], ['c']])
})

test('PDF and office files of a folder are read, a damaged one is named', async () => {
  writeFileSync(join(folder, 'tides.pdf'), pdfOf(['High tide comes at noon.', 'Low tide comes at six.']))
  writeFileSync(join(folder, 'stars.docx'), docxOf('<w:p><w:r><w:t>Stars are far away.</w:t></w:r></w:p>'))
  writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7 and no more')
  work.set([source('s', { folder })])
  expect(await until('s', ({ state }) => state === 'read')).toMatchObject({
    ...{ documents: 2, failedFiles: 1, firstFailed: 'broken.pdf', problem: null },
  })
  expect(find('stars')).toEqual(['stars.docx: Stars are far away.'])
  const [low] = index.passages(index.search(termsOf('low tide six'), ['c'], 10))
  expect(low).toMatchObject({ key: 'tides.pdf', headings: ['Page 2'] })
})

test('a folder reports the non-text parts of its files', async () => {
  const picture = { 'word/media/image1.png': new Uint8Array([1]) }
  writeFileSync(join(folder, 'a.docx'), linkedDocx(wordParagraph('High tide'), {}, picture))
  writeFileSync(join(folder, 'b.docx'), linkedDocx(wordParagraph('Low tide'), {}, picture))
  work.set([source('s', { folder })])
  expect(await until('s', ({ state }) => state === 'read')).toMatchObject({ unread: [{ kind: 'pictures', count: 2 }] })
})

test('texts of any extension are read in a folder; other files and keys are skipped', async () => {
  writeFileSync(join(folder, 'Tide.sol'), 'contract Tide is about the moon')
  writeFileSync(join(folder, 'notes.weird'), 'Stars are far away.')
  writeFileSync(join(folder, 'mail.eml'), 'From: ada@example.org\nSubject: Boats\n\nThe boats are old.')
  writeFileSync(join(folder, 'blob.xyz'), Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]))
  writeFileSync(join(folder, 'drawing.vsd'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
  writeFileSync(join(folder, 'photo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  writeFileSync(join(folder, 'server.pem'), 'a key that the moon must not see')
  work.set([source('s', { folder })])
  expect(await until('s', ({ state }) => state === 'read')).toMatchObject({
    documents: 3,
    failedFiles: 0,
    problem: null,
  })
  expect(find('moon')).toEqual(['Tide.sol: contract Tide is about the moon'])
  expect(find('boats')).toHaveLength(1)
})

test.each([
  ['a folder that is gone', '/nowhere/at/all', 'failed', 'gone'],
  ['a folder of a backup', '', 'failed', 'choose_again'],
] as const)('reports %s as the state of a source', async (_name, path, state, problem) => {
  work.set([source('s', { folder: path })])
  expect(await until('s', (now) => now.state !== 'reading')).toMatchObject({ state, problem })
})

test('the documents of a missing drive are kept, and the drive is reported', async () => {
  writeFileSync(join(folder, 'tides.md'), 'The moon pulls the sea.')
  const definition = source('s', { folder })
  work.set([definition])
  await until('s', ({ state }) => state === 'read')
  changed = []
  renameSync(folder, `${folder}-away`)
  work.rereadSource('s')
  expect(await until('s', ({ state }) => state === 'failed')).toMatchObject({ problem: 'gone', documents: 1 })
  expect([find('moon'), changed]).toEqual([['tides.md: The moon pulls the sea.'], []])
  renameSync(`${folder}-away`, folder)
  work.rereadSource('s')
  await until('s', ({ state }) => state === 'read')
  expect(changed).toEqual([])
})

test('an empty folder and an empty file report that there is no text', async () => {
  writeFileSync(join(folder, 'blank.txt'), ' \n')
  work.set([
    source('folder', { folder }),
    source('file', { kind: 'file', name: 'blank.txt', path: join(folder, 'blank.txt') }),
  ])
  expect(await until('folder', ({ state }) => state !== 'reading')).toMatchObject({ state: 'empty' })
  expect(await until('file', ({ state }) => state !== 'reading')).toMatchObject({ state: 'empty' })
})

test('a chat is read by messages and followed', async () => {
  const chats = new Conversations(run.database)
  const messages = new Messages(run.database)
  chats.insertConversation(conversation('chat', { title: 'Sea' }))
  messages.insertMessage(storedMessage('m1', { conversationId: 'chat', text: 'Why are there tides?' }))
  messages.insertMessage(
    storedMessage('m2', {
      conversationId: 'chat',
      parentId: 'm1',
      role: 'assistant',
      text: '<think>hm</think>The moon.',
    }),
  )
  chats.updateConversation(conversation('chat', { title: 'Sea', leafId: 'm2' }))
  work.set([source('s', { kind: 'chat', itemId: 'chat' })])
  expect(await until('s', ({ state }) => state === 'read')).toMatchObject({ passages: 2 })
  const [hit] = index.passages(index.search(termsOf('moon'), ['c'], 10))
  expect(hit).toMatchObject({ partId: 'm2', title: 'Sea', text: expect.stringContaining('The moon.') })
  expect(find('hm')).toEqual([])

  messages.insertMessage(storedMessage('m3', { conversationId: 'chat', parentId: 'm2', text: 'And the sun?' }))
  chats.updateConversation(conversation('chat', { title: 'Sea', leafId: 'm3', activeAt: 2 }))
  await until('s', ({ passages }) => passages === 3)
  chats.deleteConversation('chat', 5)
  expect(await until('s', ({ state }) => state === 'failed')).toMatchObject({ problem: 'gone', passages: 0 })
})

/** A reader whose thread never answers, and how many files it was given. */
function hangingReader(): { readonly documents: DocumentReader; readonly asked: () => number } {
  const [thread, log] = [join(run.folder, 'hanging.mjs'), join(run.folder, 'asked')]
  writeFileSync(log, '')
  writeFileSync(
    thread,
    `import { appendFileSync } from 'node:fs'
     import { parentPort } from 'node:worker_threads'
     parentPort.on('message', () => { appendFileSync(${JSON.stringify(log)}, '.'); for (;;); })`,
  )
  const documents = new DocumentReader({ file: thread, deadlineMs: 500 })
  return { documents, asked: () => readFileSync(log).length }
}

test('a text whose reading was aborted is set aside with its reason until it changes, also after a restart', async () => {
  const page = join(folder, 'page.html')
  writeFileSync(page, '<td>x')
  const definition = source('s', { folder })
  const stopped = { state: 'failed', problem: 'timed_out', failedFiles: 1, firstFailed: 'page.html' }
  await work.close()
  work = workWith(hangingReader().documents)
  work.set([definition])
  expect(await until('s', ({ state }) => state !== 'reading')).toMatchObject(stopped)

  // a start looks at every file of the folder again
  await work.close()
  const { asked, documents } = hangingReader()
  work = workWith(documents)
  progress.clear()
  work.set([definition])
  expect(await until('s', ({ state }) => state !== 'reading')).toMatchObject(stopped)
  expect(asked()).toBe(0)

  await work.close()
  work = workWith(new DocumentReader())
  progress.clear()
  writeFileSync(page, '<td>changed')
  work.set([definition])
  expect(await until('s', ({ state }) => state !== 'reading')).toMatchObject({ state: 'read', failedFiles: 0 })
})

test('an aborted file of a collection is set aside too, and read on request', async () => {
  const path = join(run.folder, 'page')
  writeFileSync(path, '<td>x')
  const definition = source('s', { kind: 'file', name: 'page.html', path })
  await work.close()
  work = workWith(hangingReader().documents)
  work.set([definition])
  expect(await until('s', ({ state }) => state !== 'reading')).toMatchObject({ state: 'failed', problem: 'timed_out' })
  await work.close()
  work = workWith(new DocumentReader())
  progress.clear()
  work.set([definition])
  expect(await until('s', ({ state }) => state !== 'reading')).toMatchObject({ state: 'failed', problem: 'timed_out' })
  work.rereadSource('s')
  expect(await until('s', ({ state }) => state === 'read')).toMatchObject({ passages: 1 })
})
