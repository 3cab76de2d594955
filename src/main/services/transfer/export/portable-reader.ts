import { portableAssistant } from '../../../../shared/assistants.ts'
import { type Folder, portableFolderParameters } from '../../../../shared/folders.ts'
import type { Citation } from '../../../../shared/knowledge.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import type { Memory } from '../../../../shared/memories.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import type { Recipe } from '../../../../shared/recipe.ts'
import { Assistants } from '../../../storage/assistants.ts'
import { ChatFolders } from '../../../storage/chat-folders.ts'
import { Conversations } from '../../../storage/conversations.ts'
import type { Database } from '../../../storage/database.ts'
import { ImageJobs } from '../../../storage/image-jobs.ts'
import { Images } from '../../../storage/images.ts'
import { ItemCollections } from '../../../storage/item-collections.ts'
import { Journal } from '../../../storage/journal.ts'
import { MediaItems } from '../../../storage/media-items.ts'
import { Memories } from '../../../storage/memories.ts'
import { MessageFiles } from '../../../storage/message-files.ts'
import { MessagePassages } from '../../../storage/message-passages.ts'
import { Messages, type StoredMessage } from '../../../storage/messages.ts'
import { type PortableItem, PortableItems } from '../../../storage/portable-items.ts'
import { Prompts } from '../../../storage/prompts.ts'
import { Recipes } from '../../../storage/recipes.ts'
import { Storyboards } from '../../../storage/storyboards.ts'
import { type StoredCall, ToolCalls } from '../../../storage/tool-calls.ts'
import { TranscriptNotes } from '../../../storage/transcript-notes.ts'
import { TranscriptSegments } from '../../../storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../../storage/transcription-jobs.ts'
import { Transcripts } from '../../../storage/transcripts.ts'
import { VideoJobs } from '../../../storage/video-jobs.ts'
import {
  exportedImageJobs,
  exportedPieces,
  exportedTranscriptions,
  exportedVideos,
  type PortableAssistant,
  type PortableCall,
  type PortableConversation,
  type PortableFolder,
  type PortableImage,
  type PortableMessage,
  type PortablePassage,
  type PortableRound,
  type PortableSegment,
  type PortableTranscript,
  type PortableVideo,
  portableVideoSchema,
} from '../atelier-format.ts'

/** Reads items from a database snapshot in the form of an export. */
export class PortableReader {
  readonly items: PortableItems
  readonly media: MediaItems
  private readonly conversations: Conversations
  private readonly folders: ChatFolders
  private readonly messages: Messages
  private readonly journal: Journal
  private readonly calls: ToolCalls
  private readonly passages: MessagePassages
  private readonly files: MessageFiles
  private readonly images: Images
  private readonly imageJobs: ImageJobs
  private readonly imageCollections: NamedCollections
  private readonly videoCollections: NamedCollections
  private readonly transcripts: Transcripts
  private readonly segments: TranscriptSegments
  private readonly notes: TranscriptNotes
  private readonly transcriptions: TranscriptionJobs
  private readonly videos: VideoJobs
  private readonly storyboards: Storyboards
  private readonly prompts: Prompts
  private readonly assistants: Assistants
  private readonly memories: Memories
  private readonly recipes: Recipes
  private readonly hasFolderFiles: boolean
  private storyboardNames: ReadonlyMap<string, string> | null = null

  /** `folderFiles`: folders are read with their files. A chat that is given to others must not take them along. */
  constructor(database: Database, { folderFiles = false } = {}) {
    this.hasFolderFiles = folderFiles
    this.items = new PortableItems(database)
    this.media = new MediaItems(database)
    this.conversations = new Conversations(database)
    this.folders = new ChatFolders(database)
    this.messages = new Messages(database)
    this.journal = new Journal(database)
    this.calls = new ToolCalls(database)
    this.passages = new MessagePassages(database)
    this.files = new MessageFiles(database)
    this.images = new Images(database)
    this.imageJobs = new ImageJobs(database)
    this.imageCollections = new NamedCollections(new ItemCollections(database, 'image'))
    this.videoCollections = new NamedCollections(new ItemCollections(database, 'video'))
    this.transcripts = new Transcripts(database)
    this.segments = new TranscriptSegments(database)
    this.notes = new TranscriptNotes(database)
    this.transcriptions = new TranscriptionJobs(database)
    this.videos = new VideoJobs(database)
    this.storyboards = new Storyboards(database)
    this.prompts = new Prompts(database)
    this.assistants = new Assistants(database)
    this.memories = new Memories(database)
    this.recipes = new Recipes(database)
  }

  /** Returns the user's prompts, assistants, facts and recipes. */
  libraries(): {
    readonly prompts: readonly Prompt[]
    readonly assistants: readonly PortableAssistant[]
    readonly memories: readonly Memory[]
    readonly recipes: readonly Recipe[]
  } {
    const { assistants } = this.assistants.library()
    return {
      prompts: this.prompts.library().prompts,
      assistants: assistants.map(portableAssistant),
      memories: this.memories.all(),
      recipes: this.recipes.allRecipes(),
    }
  }

  conversation(item: PortableItem): PortableConversation | null {
    const found = this.conversations.findConversation(item.key.id)
    if (found === null) return null
    const { archived: _, folderId, ...conversation } = found
    const folder = folderId === undefined ? null : this.folderOf(folderId)
    return { ...conversation, ...(folder === null ? {} : { folder }), ...marksOf(item) }
  }

  /** Returns a folder with its parent. */
  private folderOf(id: string): PortableConversation['folder'] | null {
    const found = this.folders.findFolder(id)
    if (found === null) return null
    const around = found.parentId === null ? null : this.folders.findFolder(found.parentId)
    return { ...this.portableFolder(found), parent: around && this.portableFolder(around) }
  }

  private portableFolder({ files, id, model, name, parameters, system }: Folder): PortableFolder {
    return {
      ...{ id, name, system },
      ...(model === undefined ? {} : { model }),
      ...(parameters === undefined ? {} : { parameters: portableFolderParameters(parameters) }),
      ...(files === undefined || !this.hasFolderFiles ? {} : { files: [...files] }),
    }
  }

  /** Returns a message with its media and the number of its versions. */
  message(id: string): { message: PortableMessage; media: readonly MediaItem[]; versions: number } | null {
    const found = this.messages.findMessage(id)
    if (found === null) return null
    const { conversationId: _, memories: __, versions, attachments, ...message } = found
    const rounds = this.roundsOf(id)
    const passages = this.passages.passagesOf(id).map(portablePassage)
    const files = this.files.filesOf(id)
    return {
      message: {
        ...message,
        ...this.atRest(found),
        attachments: attachments.map(({ id: mediaId }) => mediaId),
        ...(rounds.length > 0 ? { rounds } : {}),
        ...(passages.length > 0 ? { passages } : {}),
        ...(files.length > 0 ? { files: [...files] } : {}),
      },
      media: attachments,
      versions: versions.length,
    }
  }

  image(item: PortableItem): PortableImage | null {
    const image = this.images.findImage(item.key.id)
    const job = image === null ? null : this.imageJobs.findJob(image.jobId)
    if (image === null || job === null) return null
    const { deletedAt: _, ...about } = image
    return {
      ...about,
      collections: this.imageCollections.namedCollectionsOf(image.id),
      job: {
        ...exportedImageJobs.pick(job),
        images: job.pieces.map((piece) => exportedPieces.pick(piece)),
      },
      ...marksOf(item),
    }
  }

  transcript(item: PortableItem): PortableTranscript | null {
    const transcript = this.transcripts.findTranscript(item.key.id)
    const job = transcript === null ? null : this.transcriptions.findJob(transcript.jobId)
    if (transcript === null || job === null) return null
    const { deletedAt: _, edit: __, ...about } = transcript
    const notes = this.notes
      .notesOf(transcript.id)
      .map(({ createdAt, id, request, revision }) => ({ request, revision, createdAt, parts: this.notes.partsOf(id) }))
    return {
      ...about,
      pinned: item.pinned,
      job: { ...exportedTranscriptions.pick(job), request: job.request },
      waveform: this.transcriptions.waveformOf(job.id),
      ...(notes.length === 0 ? {} : { notes }),
      ...marksOf(item),
    }
  }

  segmentsOf(transcriptId: string): readonly PortableSegment[] {
    return this.segments.segmentsOf(transcriptId)
  }

  /** Returns a video. Null also for a running one, because nobody else could continue it without paying again. */
  video(item: PortableItem): PortableVideo | null {
    const job = this.videos.findJob(item.key.id)
    if (job === null || job.endedAt === null) return null
    const status = portableVideoSchema.shape.status.safeParse(job.status).data
    if (status === undefined) return null
    const storyboards = this.storyboardsOf(job.id)
    const collections = this.videoCollections.namedCollectionsOf(job.id)
    return {
      ...exportedVideos.pick(job),
      status,
      error: job.error,
      endedAt: job.endedAt,
      ...(storyboards.length === 0 ? {} : { storyboards }),
      ...(collections.length === 0 ? {} : { collections }),
      ...marksOf(item),
    }
  }

  private storyboardsOf(videoId: string): NonNullable<PortableVideo['storyboards']> {
    this.storyboardNames ??= new Map(this.storyboards.allStoryboards().map(({ id, name }) => [id, name]))
    const names = this.storyboardNames
    return this.storyboards.entriesOfVideo(videoId).flatMap(({ id: entryId, position, storyboardId }) => {
      const name = names.get(storyboardId)
      return name === undefined ? [] : [{ id: storyboardId, name, entryId, position }]
    })
  }

  private roundsOf(messageId: string): PortableRound[] {
    const rounds = this.calls.roundsOf(messageId)
    if (rounds.length === 0) return []
    const calls = Map.groupBy(this.calls.callsOf(messageId), ({ round }) => round)
    return rounds.map(({ messageId: _, round, ...about }) => ({
      ...about,
      calls: (calls.get(round) ?? []).map(portableCall),
    }))
  }

  /** Returns a message for the export: a streaming answer has its text so far. */
  private atRest({
    id,
    state,
    text,
    thinking = '',
  }: StoredMessage): Pick<PortableMessage, 'text' | 'state' | 'thinking'> {
    if (state !== 'streaming') return { state, text }
    const thought = `${thinking}${this.journal.readText(id, 'thinking')}`
    return {
      state: 'interrupted',
      text: `${text}${this.journal.readText(id)}`,
      ...(thought === '' ? {} : { thinking: thought }),
    }
  }
}

/** Returns a call for the export. An open call is not imported as open, because nothing would end it there. */
function portableCall(call: StoredCall): PortableCall {
  const { messageId: _, round: __, position: ___, resultFile, media, state, ...rest } = call
  const isOpen = state === 'waiting' || state === 'asking'
  return {
    ...rest,
    state: isOpen ? 'cancelled' : state === 'running' ? 'unknown' : state,
    resultFileId: resultFile?.id ?? null,
    mediaIds: media.map(({ id }) => id),
  }
}

function marksOf({ archivedAt, tags }: PortableItem): { archivedAt: number | null; tags: string[] } {
  return { archivedAt, tags: [...tags] }
}

function portablePassage({ number, place, quote }: Citation): PortablePassage {
  return { number, place: { ...place, headings: [...place.headings] }, quote }
}

/** Collections of one kind, with names that are read once. */
class NamedCollections {
  private readonly collections: ItemCollections
  private names: ReadonlyMap<string, string> | null = null

  constructor(collections: ItemCollections) {
    this.collections = collections
  }

  /** Returns the collections of an item. */
  namedCollectionsOf(itemId: string): { readonly id: string; readonly name: string }[] {
    this.names ??= new Map(this.collections.allCollections().map(({ id, name }) => [id, name]))
    const { names } = this
    return this.collections.collectionsOf(itemId).flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
  }
}
