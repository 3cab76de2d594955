import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Imports } from '../../../../src/main/media/imports.ts'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { DocumentReader } from '../../../../src/main/services/documents/index.ts'
import { SourceIntake } from '../../../../src/main/services/knowledge/source-intake.ts'
import { KnowledgeSources } from '../../../../src/main/storage/knowledge-sources.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { ManualClock } from '../../../fakes/manual-clock.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let sources: KnowledgeSources
let library: MediaLibrary
let imports: Imports
let documents: DocumentReader

beforeEach(() => {
  run = temporaryDatabase()
  const clock = new ManualClock()
  sources = new KnowledgeSources(run.database)
  sources.addCollection({ id: 'c', name: 'Sea', createdAt: 1 })
  library = new MediaLibrary(run.folder, new MediaItems(run.database), () => 1)
  imports = new Imports(clock)
  documents = new DocumentReader()
})

afterEach(async () => {
  await Promise.all([documents.close(), imports.close()])
  run.dispose()
})

const intakeWith = (reader: DocumentReader): SourceIntake =>
  new SourceIntake({
    sources,
    imports,
    library,
    remover: { hold: () => () => {} },
    folders: { choose: async () => ({ by: 'page' }) },
    dataFolder: run.folder,
    clock: new ManualClock(),
    documents: reader,
    ending: new AbortController().signal,
  })

function token(name: string, content: string | Buffer): string {
  const folder = join(run.folder, 'dropped')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
  return imports.register({ path: join(folder, name), name, temporary: false })
}

/** A thread that is busy for ever with any file. */
function hangingReader(): DocumentReader {
  const file = join(run.folder, 'hanging.mjs')
  writeFileSync(file, "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); })")
  return new DocumentReader({ file, deadlineMs: 500 })
}

test.each(['page.html', 'page.xhtml', 'notes.md', 'talk.srt', 'data.json', 'README'])(
  '%s is read only in the thread of documents, which can be ended',
  async (name) => {
    await documents.close()
    documents = hangingReader()
    const files = [{ sourceId: 's', token: token(name, 'x') }]
    expect(await intakeWith(documents).files({ collectionId: 'c', files })).toEqual([{ name, problem: 'timed_out' }])
    expect(sources.sources()).toEqual([])
  },
)

test('texts are added unchanged, and other files are refused with a reason', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeff'), Buffer.from('The moon pulls the sea.\r\n')])
  const files = [
    { sourceId: 'a', token: token('tides.md', bytes) },
    { sourceId: 'b', token: token('blank.txt', '') },
    { sourceId: 'c', token: token('broken.txt', Buffer.from([0, 1, 2, 0, 0, 255, 0])) },
    { sourceId: 'd', token: token('long.txt', 'x'.repeat(5 * 1024 * 1024 + 1)) },
    { sourceId: 'e', token: token('letter.docx', Buffer.from([0, 1, 2, 0, 0, 255, 0])) },
  ]
  expect(await intakeWith(documents).files({ collectionId: 'c', files })).toEqual([
    { name: 'broken.txt', problem: 'not_text' },
    { name: 'long.txt', problem: 'too_large' },
    { name: 'letter.docx', problem: 'damaged' },
  ])
  expect(sources.sources().map(({ id, name }) => [id, name])).toEqual([
    ['a', 'tides.md'],
    ['b', 'blank.txt'],
  ])
  const mediaId = sources.source('a')?.mediaId ?? ''
  expect(library.findMedia(mediaId)?.mime).toBe('text/plain')
  expect(readFileSync(library.pathOf(mediaId))).toEqual(bytes)
})
