import { randomUUID } from 'node:crypto'
import { appError, assertNever, fail } from '../../../../shared/errors.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import type { Memory } from '../../../../shared/memories.ts'
import { memoriesMax } from '../../../../shared/memory-limits.ts'
import { assistantsMax, promptsMax } from '../../../../shared/prompt-limits.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import type { Recipe } from '../../../../shared/recipe.ts'
import { recipesMax } from '../../../../shared/recipe-limits.ts'
import { Assistants } from '../../../storage/assistants.ts'
import { ChatFolders } from '../../../storage/chat-folders.ts'
import { Conversations } from '../../../storage/conversations.ts'
import type { Database } from '../../../storage/database.ts'
import { HistoryItems } from '../../../storage/history-items.ts'
import { ImageJobs } from '../../../storage/image-jobs.ts'
import { Images } from '../../../storage/images.ts'
import { underWay } from '../../../storage/items-under-way.ts'
import { Memories } from '../../../storage/memories.ts'
import { MessageFiles } from '../../../storage/message-files.ts'
import { MessagePassages } from '../../../storage/message-passages.ts'
import { Messages } from '../../../storage/messages.ts'
import { Prompts } from '../../../storage/prompts.ts'
import { Recipes } from '../../../storage/recipes.ts'
import { ToolCalls } from '../../../storage/tool-calls.ts'
import { type NotePart, TranscriptNotes } from '../../../storage/transcript-notes.ts'
import { TranscriptSegments } from '../../../storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../../storage/transcription-jobs.ts'
import { Transcripts } from '../../../storage/transcripts.ts'
import { VideoJobs } from '../../../storage/video-jobs.ts'
import { queuedProgress } from '../../videos/video-progress.ts'
import {
  furtherMediaOf,
  type PortableAssistant,
  type PortableConversation,
  type PortableFolder,
  type PortableImage,
  type PortableMessage,
  type PortableSegment,
  type PortableTranscript,
  type PortableVideo,
} from '../atelier-format.ts'

/** Segments of a transcript written at once. */
const segmentsAtOnce = 50

/** Parts of an import, in the order of writing; files are in the library already. */
export type Staged =
  | { readonly type: 'conversation'; readonly conversation: PortableConversation }
  | {
      readonly type: 'message'
      readonly conversationId: string
      readonly message: PortableMessage
      readonly media: readonly MediaItem[]
    }
  | { readonly type: 'image'; readonly image: PortableImage }
  | { readonly type: 'transcript'; readonly transcript: PortableTranscript }
  | { readonly type: 'segment'; readonly transcriptId: string; readonly segment: PortableSegment }
  | { readonly type: 'video'; readonly video: PortableVideo }
  | { readonly type: 'prompt'; readonly prompt: Prompt }
  | { readonly type: 'assistant'; readonly assistant: PortableAssistant }
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'recipe'; readonly recipe: Recipe }

/** Writes imported content into its tables. */
export class ImportWriter {
  private readonly conversations: Conversations
  private readonly messages: Messages
  private readonly calls: ToolCalls
  private readonly passages: MessagePassages
  private readonly files: MessageFiles
  private readonly images: Images
  private readonly imageJobs: ImageJobs
  private readonly transcripts: Transcripts
  private readonly notes: TranscriptNotes
  private readonly transcriptions: TranscriptionJobs
  private readonly videos: VideoJobs
  private readonly history: HistoryItems
  private readonly prompts: Prompts
  private readonly assistants: Assistants
  private readonly memories: Memories
  private readonly recipes: Recipes
  private readonly folders: ChatFolders

  constructor(database: Database) {
    this.conversations = new Conversations(database)
    this.messages = new Messages(database)
    this.calls = new ToolCalls(database)
    this.passages = new MessagePassages(database)
    this.files = new MessageFiles(database)
    this.images = new Images(database)
    this.imageJobs = new ImageJobs(database)
    this.transcripts = new Transcripts(database)
    this.notes = new TranscriptNotes(database)
    this.transcriptions = new TranscriptionJobs(database)
    this.videos = new VideoJobs(database)
    this.history = new HistoryItems(database)
    this.prompts = new Prompts(database)
    this.assistants = new Assistants(database)
    this.memories = new Memories(database)
    this.recipes = new Recipes(database)
    this.folders = new ChatFolders(database)
  }

  /** Returns true if the item already exists here, also in the bin. */
  hasConversation(id: string): boolean {
    return this.conversations.findConversation(id) !== null || this.conversations.isDeleted(id)
  }

  hasImage(id: string): boolean {
    return this.images.findEvenDeleted(id) !== null
  }

  hasTranscript({ id, jobId }: Pick<PortableTranscript, 'id' | 'jobId'>): boolean {
    return this.transcriptions.findJob(jobId) !== null || this.history.findItem({ kind: 'transcript', id }) !== null
  }

  hasVideo(id: string): boolean {
    return this.videos.findEvenDeleted(id) !== null
  }

  hasPrompt(id: string): boolean {
    return this.prompts.has(id)
  }

  hasAssistant(id: string): boolean {
    return this.assistants.has(id)
  }

  hasMemory(id: string): boolean {
    return this.memories.has(id)
  }

  hasRecipe(id: string): boolean {
    return this.recipes.hasRecipe(id)
  }

  hasFolder(id: string): boolean {
    return this.folders.findFolder(id) !== null
  }

  /** Returns the number of entries of each library that still fit. */
  room(): Readonly<Record<'assistants' | 'memories' | 'prompts' | 'recipes', number>> {
    return {
      prompts: promptsMax - this.prompts.count,
      assistants: assistantsMax - this.assistants.count,
      memories: memoriesMax - this.memories.count,
      recipes: recipesMax - this.recipes.countRecipes,
    }
  }

  /**
   * Writes one part of an import, hidden until the import is complete. Call it within a transaction.
   * Throws when the part contradicts existing data: an AppFailure `import_damaged`, or the database's error.
   */
  writeItem(staged: Staged, writing: WritingImport, now: number): void {
    switch (staged.type) {
      case 'conversation':
        this.writeConversation(staged.conversation, writing)
        break
      case 'message':
        this.writeMessage(staged.conversationId, staged.message, staged.media)
        break
      case 'image':
        this.writeImage(staged.image, writing)
        break
      case 'transcript':
        this.writeTranscript(staged.transcript, now)
        break
      case 'segment':
        writing.segments.addSegment(staged.transcriptId, staged.segment)
        break
      case 'video':
        this.writeVideo(staged.video, writing)
        break
      case 'prompt':
        this.prompts.putPrompts([staged.prompt], underWay)
        break
      case 'assistant':
        this.assistants.putAssistants([{ ...staged.assistant, connectionId: null }], underWay)
        break
      case 'memory':
        // a file may come from anybody, so nothing of it goes with chats before the user wants that
        this.memories.putMemories([{ ...staged.memory, isPaused: true }], underWay)
        break
      case 'recipe':
        this.recipes.putRecipe(staged.recipe, underWay)
        break
      default:
        assertNever(staged, 'staged')
    }
  }

  private writeConversation(
    { archivedAt, folder, tags, ...conversation }: PortableConversation,
    writing: WritingImport,
  ): void {
    this.conversations.insertConversation({ ...conversation, ...(folder === undefined ? {} : { folderId: folder.id }) })
    // whatever the file says of its texts, they come from outside
    this.conversations.distrust(conversation.id)
    if (folder !== undefined) writing.putFolder(folder)
    this.conversations.deleteConversation(conversation.id, underWay)
    if (conversation.leafId !== null) writing.leaves.set(conversation.id, conversation.leafId)
    this.mark({ kind: 'chat', id: conversation.id }, archivedAt, tags)
  }

  private writeMessage(conversationId: string, message: PortableMessage, media: readonly MediaItem[]): void {
    const { parentId } = message
    if (parentId !== null && this.messages.conversationOf(parentId) !== conversationId)
      fail('import_damaged', 'a message that answers one of another conversation')
    const further = new Set(furtherMediaOf(message))
    const attachments = media.filter(({ id }) => !further.has(id) || message.attachments.includes(id))
    this.messages.insertMessage({ ...message, conversationId, attachments })
    this.writeRounds(message, media)
    this.passages.insertPassages(message.id, message.passages ?? [])
    // a file whose original or text is lost cannot be sent again in the same form
    const known = new Set(media.map(({ id }) => id))
    const files = (message.files ?? []).filter(({ mediaId, textId }) => known.has(mediaId) && known.has(textId))
    this.files.insertFiles(message.id, files)
  }

  private writeRounds({ id: messageId, rounds = [] }: PortableMessage, media: readonly MediaItem[]): void {
    const byId = new Map(media.map((item) => [item.id, item]))
    for (const [round, { calls, ...about }] of rounds.entries())
      this.calls.insertCalls(
        { ...about, messageId, round },
        calls.map(({ mediaIds, resultFileId, ...call }, position) => ({
          ...call,
          isUntrusted: true,
          messageId,
          round,
          position,
          resultFile: resultFileId === null ? null : (byId.get(resultFileId) ?? null),
          media: mediaIds.flatMap((id) => byId.get(id) ?? []),
        })),
      )
  }

  private writeImage({ archivedAt, tags, collections, job, ...image }: PortableImage, writing: WritingImport): void {
    if (this.imageJobs.findJob(image.jobId) === null)
      this.imageJobs.insertJob({
        id: image.jobId,
        request: job.request,
        status: 'done',
        error: null,
        attempts: job.attempts,
        // imported data must not send requests to any gateway
        gatewayUrl: null,
        createdAt: job.createdAt,
        sentAt: job.sentAt,
        retryAt: null,
        answeredAt: job.answeredAt,
        endedAt: job.endedAt ?? job.createdAt,
        dismissedAt: null,
        pieces: job.images.map(({ imageId, revisedPrompt }) => ({
          state: imageId === null ? ('failed' as const) : ('saved' as const),
          link: null,
          mediaId: null,
          revisedPrompt,
          error: null,
          imageId,
        })),
      })
    this.images.insertImage({ ...image, deletedAt: underWay })
    for (const { id, name } of collections) collectItem(writing.imageCollections, id, name, image.id)
    this.mark({ kind: 'image', id: image.id }, archivedAt, tags)
  }

  private writeTranscript(portable: PortableTranscript, now: number): void {
    const { archivedAt, tags, pinned, job, notes = [], waveform, ...transcript } = portable
    const { jobId, id } = transcript
    this.transcriptions.insertJob({
      ...job,
      id: jobId,
      status: transcript.complete ? 'done' : 'cancelled',
      error: null,
      cut: 'no',
      listened: true,
      retryAt: null,
      endedAt: job.endedAt ?? job.createdAt,
      // an imported transcription is never continued here
      dismissedAt: transcript.complete ? null : now,
      pieces: [],
    })
    if (waveform !== null) this.transcriptions.keepWaveform(jobId, waveform)
    this.transcripts.insertTranscript({ ...transcript, edit: 0, deletedAt: underWay })
    for (const { parts, ...note } of notes)
      this.notes.insertWhole({ ...note, id: randomUUID(), transcriptId: id }, parts.map(restedPart))
    this.history.setPinned([{ kind: 'transcript', id }], pinned)
    this.mark({ kind: 'transcript', id }, archivedAt, tags)
  }

  private writeVideo(portable: PortableVideo, writing: WritingImport): void {
    const { archivedAt, collections = [], storyboards = [], tags, ...video } = portable
    this.videos.insertJob({ ...queuedProgress, ...video, deletedAt: underWay })
    for (const { entryId, id, name, position } of storyboards)
      writing.putInStoryboard(id, name, { id: entryId, videoId: video.id, position })
    for (const { id, name } of collections) collectItem(writing.videoCollections, id, name, video.id)
    this.mark({ kind: 'video', id: video.id }, archivedAt, tags)
  }

  private mark(key: Parameters<HistoryItems['findItem']>[0], archivedAt: number | null, tags: readonly string[]): void {
    if (archivedAt !== null) this.history.setArchived([key], archivedAt)
    this.history.tag([key], tags, [])
  }
}

/** An entry of a storyboard. */
interface ImportedEntry {
  readonly id: string
  readonly videoId: string
  readonly position: number
}

/** Names and items of collections, by the ids of the collections. */
type CollectedItems = Map<string, { readonly name: string; readonly items: Set<string> }>

function collectItem(collected: CollectedItems, id: string, name: string, itemId: string): void {
  const collection = collected.get(id) ?? { name, items: new Set() }
  collection.items.add(itemId)
  collected.set(id, collection)
}

/** Parts written by an import that still have to be connected. */
export class WritingImport {
  readonly segments: LastSegments
  /** Last message of the shown branch, by conversation. */
  readonly leaves = new Map<string, string>()
  /** Collections cannot be hidden, so they are created last. */
  readonly imageCollections: CollectedItems = new Map()
  readonly videoCollections: CollectedItems = new Map()

  /** Storyboards cannot be hidden either. */
  readonly storyboards = new Map<string, { readonly name: string; readonly entries: ImportedEntry[] }>()

  /** Nor can folders of chats. */
  readonly folders = new Map<string, PortableFolder & { readonly parentId: string | null }>()

  constructor(database: Database) {
    this.segments = new LastSegments(new TranscriptSegments(database))
  }

  putFolder({ parent, ...folder }: NonNullable<PortableConversation['folder']>): void {
    if (parent !== null) this.folders.set(parent.id, { ...parent, parentId: null })
    this.folders.set(folder.id, { ...folder, parentId: parent?.id ?? null })
  }

  putInStoryboard(id: string, name: string, entry: ImportedEntry): void {
    const storyboard = this.storyboards.get(id) ?? { name, entries: [] }
    storyboard.entries.push(entry)
    this.storyboards.set(id, storyboard)
  }

  /** Writes the buffered parts; returns their number of rows. Call it within a transaction. */
  endImport(): number {
    return this.segments.flush()
  }
}

/** Buffers the segments of a transcript, because writing each alone would search its place. */
class LastSegments {
  private readonly table: TranscriptSegments
  private transcriptId = ''
  private written = 0
  private waiting: PortableSegment[] = []

  constructor(table: TranscriptSegments) {
    this.table = table
  }

  addSegment(transcriptId: string, segment: PortableSegment): void {
    if (transcriptId !== this.transcriptId || this.waiting.length >= segmentsAtOnce) this.flush()
    if (transcriptId !== this.transcriptId) this.written = 0
    this.transcriptId = transcriptId
    this.waiting.push(segment)
  }

  flush(): number {
    const { length } = this.waiting
    if (length > 0) this.table.replace(this.transcriptId, this.written, 0, this.waiting)
    this.written += length
    this.waiting = []
    return length
  }
}

/** Returns a note's part whose request runs in another installation, where it may be charged. */
function restedPart(part: NotePart): NotePart {
  return part.state === 'sending'
    ? { ...part, state: 'unknown', error: appError('app_closed', 'it was imported') }
    : part
}
