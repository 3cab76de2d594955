import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { MediaLibrary } from '../../src/main/media/library.ts'
import { Conversations } from '../../src/main/storage/conversations.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { ImageJobs } from '../../src/main/storage/image-jobs.ts'
import { Images } from '../../src/main/storage/images.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { Messages } from '../../src/main/storage/messages.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { Preferences } from '../../src/main/storage/preferences.ts'
import { TranscriptSegments } from '../../src/main/storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../src/main/storage/transcription-jobs.ts'
import { Transcripts } from '../../src/main/storage/transcripts.ts'
import { VideoJobs } from '../../src/main/storage/video-jobs.ts'
import type { MessageState } from '../../src/shared/chat.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import type { ImageEdit } from '../../src/shared/image.ts'
import type { MediaItem } from '../../src/shared/media.ts'
import { drawn } from '../fakes/drawn-pictures.ts'

const connectionId = 'environment'

/** Fills a data folder through the app's own storage, before an app starts on it. */
export class HistorySeed {
  private readonly database: Database
  private readonly library: MediaLibrary

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.database = openStorage(folder, Date.now()).database
    this.library = new MediaLibrary(folder, new MediaItems(this.database), () => Date.now())
    new Preferences(this.database).set('default-connection', connectionId)
  }

  close(): void {
    this.database.close()
  }

  /**
   * Stores a conversation of these texts, alternating person and model; `at` is the time of the last one, `state` its
   * state. Returns its id.
   */
  chat(title: string, texts: readonly string[], at = Date.now(), state: MessageState = 'done'): string {
    const id = randomUUID()
    const conversation = {
      id,
      title,
      connectionId,
      model: 'demo-chat',
      parameters: { ...defaultParameters, contextMessages: 4 },
      pinned: false,
      createdAt: at - texts.length * 10,
      activeAt: at,
      snippet: (texts.at(-1) ?? '').slice(0, 120),
      leafId: null,
    }
    const [conversations, messages] = [new Conversations(this.database), new Messages(this.database)]
    this.database.transaction(() => {
      conversations.insertConversation(conversation)
      let parentId: string | null = null
      for (const [index, text] of texts.entries()) {
        const messageId = randomUUID()
        messages.insertMessage({
          id: messageId,
          conversationId: id,
          parentId,
          role: index % 2 === 0 ? 'user' : 'assistant',
          text,
          model: 'demo-chat',
          state: index === texts.length - 1 ? state : 'done',
          error: null,
          usage: null,
          timing: null,
          finishReason: 'stop',
          createdAt: at - (texts.length - index) * 10,
          attachments: [],
        })
        parentId = messageId
      }
      conversations.updateConversation({ ...conversation, leafId: parentId })
    })
    return id
  }

  /** Deletes a file from the library's folder, as a user who tidies up might. */
  lose(media: MediaItem): void {
    rmSync(this.library.pathOf(media.id))
  }

  /** Stores a small picture of its own colour in the library. */
  async picture(hue: number): Promise<MediaItem> {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160"><rect width="240" height="160" fill="hsl(${hue} 40% 75%)"/><circle cx="150" cy="80" r="52" fill="hsl(${hue + 60} 55% 55%)"/></svg>`
    const bytes = await drawn(svg, 'png')
    return await this.library.addMedia(bytes, { mime: 'image/png', width: 240, height: 160 })
  }

  /** Stores a gallery image. Returns its id. */
  image(prompt: string, media: MediaItem, at = Date.now(), edit: ImageEdit | null = null): string {
    const [id, jobId] = [randomUUID(), randomUUID()]
    this.database.transaction(() => {
      new ImageJobs(this.database).insertJob({
        id: jobId,
        request: {
          connectionId,
          model: 'demo-image-2',
          prompt,
          n: 1,
          size: '240x160',
          quality: null,
          responseFormat: null,
          edit,
        },
        status: 'done',
        error: null,
        attempts: 1,
        gatewayUrl: null,
        createdAt: at,
        sentAt: at,
        retryAt: null,
        answeredAt: at,
        endedAt: at,
        dismissedAt: null,
        pieces: [],
      })
      new Images(this.database).insertImage({
        id,
        jobId,
        position: 0,
        mediaId: media.id,
        thumbnailId: media.id,
        rawMediaId: null,
        sourceImageId: null,
        edited: false,
        model: 'demo-image-2',
        askedSize: '240x160',
        width: 240,
        height: 160,
        favourite: false,
        createdAt: at,
        deletedAt: null,
        prompt,
        revisedPrompt: null,
      })
    })
    return id
  }

  /** Stores a transcript of three-second segments without its recording. Returns its id. */
  transcript(title: string, texts: readonly string[], at = Date.now()): string {
    const [id, jobId] = [randomUUID(), randomUUID()]
    this.database.transaction(() => {
      new TranscriptionJobs(this.database).insertJob({
        id: jobId,
        name: `${title}.wav`,
        bytes: 1000,
        request: { connectionId, model: 'demo-transcribe', language: null, prompt: null, temperature: null },
        sourceId: null,
        status: 'done',
        error: null,
        attempts: 1,
        cut: 'no',
        listened: true,
        duration: texts.length * 3000,
        createdAt: at,
        sentAt: at,
        retryAt: null,
        endedAt: at,
        dismissedAt: null,
        pieces: [],
      })
      new Transcripts(this.database).insertTranscript({
        id,
        jobId,
        title,
        model: 'demo-transcribe',
        language: null,
        start: (texts[0] ?? '').slice(0, 200),
        complete: true,
        revision: 1,
        edit: 0,
        createdAt: at,
        editedAt: null,
        deletedAt: null,
      })
      new TranscriptSegments(this.database).replace(
        id,
        0,
        0,
        texts.map((text, index) => ({
          id: randomUUID(),
          from: index * 3000,
          to: index * 3000 + 2900,
          text,
          speaker: null,
          words: [],
          mended: false,
        })),
      )
    })
    return id
  }

  /** Stores a video with this poster, or a cancelled one without a file. Returns its id. */
  video(prompt: string, at = Date.now(), poster: MediaItem | null = null): string {
    const id = randomUUID()
    new VideoJobs(this.database).insertJob({
      id,
      request: { connectionId, model: 'demo-video', prompt, duration: 10 },
      status: poster === null ? 'cancelled' : 'done',
      error: null,
      attempts: 0,
      refusals: 0,
      gatewayUrl: null,
      taskId: null,
      word: null,
      wordUnknown: false,
      polls: 0,
      failedPolls: 0,
      createdAt: at,
      sentAt: null,
      acceptedAt: null,
      madeAt: null,
      retryAt: null,
      polledAt: null,
      nextPollAt: null,
      link: null,
      deadLinks: 0,
      brokenOff: 0,
      received: 0,
      total: null,
      version: null,
      answer: null,
      mediaId: poster?.id ?? null,
      videoDuration: poster === null ? null : 8000,
      endedAt: at,
      posterId: poster?.id ?? null,
      favourite: false,
      seenAt: at,
      deletedAt: null,
    })
    if (poster !== null) new VideoJobs(this.database).setPoster(id, poster.id)
    return id
  }
}
