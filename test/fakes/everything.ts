import { MediaLibrary } from '../../src/main/media/library.ts'
import { Conversations } from '../../src/main/storage/conversations.ts'
import { HistoryItems } from '../../src/main/storage/history-items.ts'
import { ItemCollections } from '../../src/main/storage/item-collections.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { Messages } from '../../src/main/storage/messages.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { Storyboards } from '../../src/main/storage/storyboards.ts'
import { VideoJobs } from '../../src/main/storage/video-jobs.ts'
import { HistorySeed } from '../e2e/history-seed.ts'
import { pictures } from './pictures.ts'
import { conversation, storedMessage } from './storage.ts'
import { storedVideo, videoRequest } from './videos.ts'

/** Stores one item of every kind, with every field set. */
export async function everything(folder: string): Promise<void> {
  const seed = new HistorySeed(folder)
  const picture = await seed.picture(40)
  seed.chat('../..\\A title: with "signs"?', ['A question', '# An answer\n\nwith *marks*'], 1_700_000_000_000)
  seed.chat('Same', ['one', 'two'], 1_700_000_000_000)
  seed.chat('Same', ['three', 'four'], 1_700_000_000_000)
  const imageId = seed.image('A heron, 墨色', picture, 1_705_000_000_000, {
    ...{ sourceId: picture.id, sourceImageId: null, maskId: null, keepOutside: false },
    references: [{ mediaId: (await seed.picture(200)).id, imageId: null }],
  })
  const transcriptId = seed.transcript('Talk', ['Hello there', '你好'], 1_706_000_000_000)
  seed.close()
  const { database } = openStorage(folder, 1)
  const library = new MediaLibrary(folder, new MediaItems(database), () => 5)
  const attached = await library.addMedia(pictures.png, { mime: 'image/png', width: 37, height: 21 })
  const film = await library.addMedia(film0, { mime: 'video/mp4', width: 4, height: 4 })
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  const parameters = { system: 'Be brief.', temperature: 0.5, topP: null, maxTokens: 10, contextMessages: null }
  const tree = conversation('tree', { title: 'A tree', parameters, connectionId: 'gone', pinned: true, activeAt: 99 })
  conversations.insertConversation(tree)
  messages.insertMessage(storedMessage('t1', { conversationId: 'tree', attachments: [attached] }))
  const answer = { conversationId: 'tree', parentId: 't1', role: 'assistant' } as const
  const usage = { promptTokens: 3, completionTokens: 4 }
  messages.insertMessage(
    storedMessage('t2', { ...answer, usage, timing: { firstTextMs: 5, totalMs: 9 }, finishReason: 'stop' }),
  )
  messages.insertMessage(
    storedMessage('t3', {
      ...answer,
      state: 'interrupted',
      createdAt: 2,
      column: { comparison: 'together', slot: 1, connectionId: 'k' },
    }),
  )
  conversations.updateConversation({ ...tree, leafId: 't2' })
  const bin = conversation('bin', { title: 'In the bin' })
  conversations.insertConversation(bin)
  conversations.deleteConversation('bin', Date.now())
  const videos = new VideoJobs(database)
  videos.insertJob(
    storedVideo('v1', { status: 'done', mediaId: film.id, videoDuration: 5000, endedAt: 30, createdAt: 20 }),
  )
  videos.setPoster('v1', attached.id)
  videos.setFavourite(['v1'], true)
  const request = videoRequest({ firstPicture: { mediaId: picture.id } })
  videos.insertJob(storedVideo('v2', { request, status: 'failed', endedAt: 31, createdAt: 21 }))
  const history = new HistoryItems(database)
  history.tag(
    [
      { kind: 'chat', id: 'tree' },
      { kind: 'transcript', id: transcriptId },
    ],
    ['green', '茶'],
    [],
  )
  history.setArchived([{ kind: 'image', id: imageId }], 77)
  history.setPinned([{ kind: 'transcript', id: transcriptId }], true)
  const collections = new ItemCollections(database, 'image')
  collections.putCollection('birds', 'Birds', 3)
  collections.setItems('birds', [imageId], true)
  const films = new ItemCollections(database, 'video')
  films.putCollection('seas', 'Seas', 3)
  films.setItems('seas', ['v1', 'v2'], true)
  const storyboards = new Storyboards(database)
  storyboards.putStoryboard('film', 'A film', 4)
  storyboards.addEntries(
    'film',
    ['e1', 'e2'].map((id) => ({ id, videoId: 'v1' })),
    null,
  )
  database.close()
}

/** The beginning of a video, the only part that is read. */
const film0 = Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypisom\0\0\0\0'), Buffer.alloc(500, 7)])
