import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { HistoryKey } from '../../../../src/shared/history.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { imageRequest, png, StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(async () => await studio.close())

/** Beginning of every stored word; no other text contains its letters. */
const canary = 'qzxkanarienvogel'
const words = (what: string): string => `${canary}-${what}`

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Files of the data folder that contain the canary in UTF-8, UTF-16 or base64. */
function canaries(): readonly string[] {
  const { data } = studio.platform.paths
  const traces = [
    Buffer.from(canary),
    Buffer.from(canary, 'utf16le'),
    ...[0, 1, 2].map((shift) =>
      Buffer.from(
        Buffer.from('x'.repeat(shift) + canary)
          .toString('base64')
          .slice(4, 20),
      ),
    ),
  ]
  return filesIn(data)
    .filter((path) => {
      const bytes = readFileSync(path)
      return traces.some((trace) => bytes.includes(trace))
    })
    .map((path) => relative(data, path))
}

/** Parts of the canary still in the index, in any document. */
function termsLeft(): readonly string[] {
  const database = new Database(join(studio.platform.paths.data, 'atelier.db'), { readonly: true })
  try {
    database.execute(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'search_trigrams', 'row')`)
    const terms = new Set(
      database
        .prepare('SELECT term FROM temp.terms')
        .all()
        .map(({ term }) => term),
    )
    const parts = Array.from({ length: canary.length - 2 }, (_, at) => canary.slice(at, at + 3))
    return parts.filter((part) => terms.has(part))
  } finally {
    database.close()
  }
}

const picture = async (): Promise<Buffer> =>
  Buffer.concat([await png(40, 30, (x, y) => [x, y, 7, 255]), Buffer.from(words('picture'))])

/** Makes an item of every kind, with the canary in every field a user or gateway can write. */
async function everyKind(): Promise<readonly HistoryKey[]> {
  const { call } = studio
  const conversationId = randomUUID()
  const attached = await call('media.addPicture', { token: studio.file(await picture(), `${words('name')}.png`) })
  const { messages } = await call('chat.send', {
    conversationId,
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: { ...defaultParameters, system: words('system') },
    text: `/fault bad-chunk;after=8\nRepeat exactly: ${words('said')} and some more words so that a bad event comes`,
    attachments: [attached.id],
  })
  await studio.platform.events.until(
    'chat.status',
    ({ messageId, stream }) => messageId === messages[1]?.id && stream === null,
  )
  await call('chat.saveDraft', { conversationId, text: words('draft') })
  await call('chat.saveDraftPictures', {
    conversationId,
    pictures: [{ mediaId: attached.id, name: `${words('draft-picture')}.png` }],
  })

  const job = await studio.run(imageRequest({ prompt: words('prompt') }))
  const imageId = job.outcomes[0]?.imageId ?? expect.fail('no image')

  const recorder = new Recorder(studio)
  const sound = Buffer.concat([wav(3), Buffer.from(words('sound'))])
  const request = transcriptionRequest({ prompt: words('expected') })
  const added = await recorder.add(sound, request, `${words('recording')}.wav`)
  await recorder.until(added.id, ({ status }) => status === 'preparing')
  await recorder.listen()
  const transcriptId = (await recorder.ended(added.id)).transcriptId ?? expect.fail('no transcript')
  const { segments, revision } = await call('transcripts.get', { transcriptId })
  const [first] = segments
  if (first === undefined) throw new Error('an empty transcript')
  await call('transcripts.edit', {
    transcriptId,
    revision,
    at: 0,
    remove: 1,
    insert: [{ ...first, text: words('edited'), words: [] }],
  })
  await call('transcripts.undo', { transcriptId })

  const videos = new VideosOf(studio)
  const video = await videos.run(videoRequest({ prompt: words('film') }))
  expect(video.status).toBe('done')

  return [
    { kind: 'chat', id: conversationId },
    { kind: 'image', id: imageId },
    { kind: 'transcript', id: transcriptId },
    { kind: 'video', id: video.id },
  ]
}

describe('permanently deleted data', () => {
  test('a permanently deleted text is in no file of the data folder', async () => {
    const { call } = studio
    const keys = await everyKind()
    // everything is indexed
    await eventually(async () => {
      const found = await call('history.search', { text: canary, filter: everything, limit: 100, next: null })
      expect(found.items.length).toBeGreaterThanOrEqual(4)
    })
    expect(canaries().length).toBeGreaterThan(2)
    expect(termsLeft().length).toBeGreaterThan(10)
    await call('history.delete', { keys: [...keys] })
    expect(await call('history.emptyBin', {})).toEqual({ removed: 4 })
    await eventually(() => expect(canaries()).toEqual([]))
    await eventually(() => expect(termsLeft()).toEqual([]))
    // neither files nor rows remain in the library
    expect(filesIn(join(studio.platform.paths.data, 'media'))).toEqual([])
    await studio.reopen()
    expect(canaries()).toEqual([])
  })
})
