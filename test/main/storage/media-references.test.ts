import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queuedProgress } from '../../../src/main/services/images/image-job-machine.ts'
import { receivingProgress } from '../../../src/main/services/transcription/transcription-machine.ts'
import { ChatFolders } from '../../../src/main/storage/chat-folders.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { ImageDrafts } from '../../../src/main/storage/image-drafts.ts'
import { ImageJobs, type StoredPiece } from '../../../src/main/storage/image-jobs.ts'
import { ImageMasks } from '../../../src/main/storage/image-masks.ts'
import { Images } from '../../../src/main/storage/images.ts'
import { KeptAnswers } from '../../../src/main/storage/kept-answers.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { MediaReferences } from '../../../src/main/storage/media-references.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { TranscriptionJobs } from '../../../src/main/storage/transcription-jobs.ts'
import { VideoDraftPictures } from '../../../src/main/storage/video-draft-pictures.ts'
import { VideoJobs } from '../../../src/main/storage/video-jobs.ts'
import type { MediaItem } from '../../../src/shared/media.ts'
import { storedImage } from '../../fakes/images.ts'
import { transcriptionRequest } from '../../fakes/recordings.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'
import { imageRequest } from '../../fakes/studio.ts'
import { storedVideo, videoRequest } from '../../fakes/videos.ts'

let run: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  run = temporaryDatabase()
})
afterEach(() => run.dispose())

function media(name: string): MediaItem {
  const id = createHash('sha256').update(name).digest('hex')
  const item: MediaItem = { id, mime: 'image/png', bytes: 1, width: 1, height: 1 }
  new MediaItems(run.database).addMediaItem(item, 1)
  return item
}

const textFile = { name: 'tides.md', pages: null, length: 3, tokens: 1, cutFrom: null }

test('every reference to a file is found, and only an unreferenced file is free', () => {
  const { database } = run
  const used = {
    attached: media('attached'),
    image: media('image'),
    thumbnail: media('thumbnail'),
    raw: media('raw'),
    source: media('source'),
    mask: media('mask'),
    piece: media('piece'),
    maskedSource: media('masked source'),
    drawnMask: media('drawn mask'),
    draftSource: media('draft source'),
    draftMask: media('draft mask'),
    reference: media('further picture'),
    draftReference: media('further picture of the draft'),
    recording: media('recording'),
    soundPiece: media('piece of a recording'),
    video: media('video'),
    poster: media('poster'),
    firstPicture: media('first picture'),
    draftFirstPicture: media('first picture of the draft'),
    answer: media('body of an answer'),
    folderFile: media('file of a folder'),
    folderText: media('text of a file of a folder'),
  }
  const free = media('free')
  new Conversations(database).insertConversation(conversation('c'))
  new Messages(database).insertMessage(storedMessage('m', { attachments: [used.attached] }))
  const piece: StoredPiece = {
    state: 'pending',
    link: null,
    mediaId: used.piece.id,
    revisedPrompt: null,
    error: null,
    imageId: null,
  }
  const edit = {
    sourceId: used.source.id,
    sourceImageId: null,
    maskId: used.mask.id,
    keepOutside: true,
    references: [{ mediaId: used.reference.id, imageId: null }],
  }
  new ImageJobs(database).insertJob({
    ...queuedProgress,
    pieces: [piece],
    id: 'j',
    request: imageRequest({ edit }),
    createdAt: 1,
  })
  new Images(database).insertImage(
    storedImage('i', {
      jobId: 'j',
      mediaId: used.image.id,
      thumbnailId: used.thumbnail.id,
      rawMediaId: used.raw.id,
    }),
  )
  new ImageMasks(database).set(used.maskedSource.id, used.drawnMask.id, 1)
  new ImageDrafts(database).set({
    prompt: '',
    connectionId: null,
    model: '',
    n: 1,
    size: '',
    quality: null,
    source: { media: used.draftSource, sourceImageId: null, mask: used.draftMask },
    references: [{ media: used.draftReference, imageId: null }],
    keepOutside: false,
  })
  new TranscriptionJobs(database).insertJob({
    ...receivingProgress,
    id: 't',
    name: 'talk.wav',
    bytes: 1,
    request: transcriptionRequest(),
    createdAt: 1,
    sourceId: used.recording.id,
    pieces: [{ from: 0, to: 1, whole: false, mediaId: used.soundPiece.id, state: 'waiting' }],
  })
  const videos = new VideoJobs(database)
  const request = videoRequest({ firstPicture: { mediaId: used.firstPicture.id } })
  videos.insertJob(storedVideo('v', { request, status: 'done', mediaId: used.video.id, endedAt: 1 }))
  new VideoDraftPictures(database).set(used.draftFirstPicture.id)
  videos.setPoster('v', used.poster.id)
  new KeptAnswers(database).insertAnswer(
    { kind: 'image', ownerId: 'j', part: 0 },
    { receivedAt: 1, status: 200, contentType: 'application/json', whole: true, mediaId: used.answer.id },
  )
  new ChatFolders(database).putFolder(
    {
      ...{ id: 'f', name: 'F', parentId: null, system: '', collapsed: false },
      files: [{ mediaId: used.folderFile.id, textId: used.folderText.id, ...textFile }],
    },
    1,
  )
  // items in the bin can be restored, and need their files
  videos.delete(['v'], 1)
  const references = new MediaReferences(database)
  expect(Object.entries(used).filter(([, { id }]) => !references.refersTo(id))).toEqual([])
  expect(references.refersTo(free.id)).toBe(false)
  expect(references.unreferenced(2)).toEqual([free.id])
  expect(references.unreferenced(1)).toEqual([])
  // the database itself refuses to remove a referenced file
  for (const { id } of Object.values(used))
    expect(() => new MediaItems(database).removeMediaItem(id)).toThrow(/FOREIGN KEY/)
})

test('every column of the schema that refers to media is known', () => {
  const { database } = run
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const columns = tables.flatMap(({ name }) =>
    database
      .prepare('SELECT "from" AS c FROM pragma_foreign_key_list(?) WHERE "table" = ?')
      .all(String(name), 'media')
      .map(({ c }) => `${name}.${c}`),
  )
  expect(columns.toSorted()).toEqual(MediaReferences.columns.toSorted())
})

test('a mask is removed with an unused source, and kept with one in use', () => {
  const [lone, attached, mask] = [media('lone'), media('attached'), media('mask')]
  const masks = new ImageMasks(run.database)
  for (const { id } of [lone, attached]) masks.set(id, mask.id, 1)
  new Conversations(run.database).insertConversation(conversation('c'))
  new Messages(run.database).insertMessage(storedMessage('m', { attachments: [attached] }))
  const references = new MediaReferences(run.database)
  expect([references.forgetLoneMask(lone.id), references.forgetLoneMask(attached.id)]).toEqual([mask.id, null])
  expect([masks.get(lone.id), masks.get(attached.id)]).toEqual([null, mask.id])
})
