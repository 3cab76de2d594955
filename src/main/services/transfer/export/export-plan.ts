import type { HistoryKey } from '../../../../shared/history.ts'
import type { Memory } from '../../../../shared/memories.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import type { Recipe } from '../../../../shared/recipe.ts'
import type { ExportReport } from '../../../../shared/transfer.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { Pace } from '../../../pace.ts'
import type { PortableItem } from '../../../storage/portable-items.ts'
import type { PortableAssistant, PortableFolder } from '../atelier-format.ts'
import { monthOf } from './markdown.ts'
import { ArchiveNames, MediaPlaces } from './media-places.ts'
import type { PortableReader } from './portable-reader.ts'

/** An item with its own files in the archive. */
export interface PlannedItem {
  readonly item: PortableItem
  /** Path of its text, without the extension. */
  readonly path: string
}

/** Contents and paths of an export, planned before writing, without holding texts. */
export interface ExportPlan {
  readonly chats: readonly PlannedItem[]
  /** Images by month, oldest first. */
  readonly images: readonly { readonly month: string; readonly images: readonly PortableItem[] }[]
  readonly transcripts: readonly PlannedItem[]
  readonly videos: readonly PortableItem[]
  /** The libraries are empty in an export of chosen items. */
  readonly prompts: readonly Prompt[]
  readonly assistants: readonly PortableAssistant[]
  readonly memories: readonly Memory[]
  readonly recipes: readonly Recipe[]
  readonly media: MediaPlaces
  /** Amount of work: a message or item counts two, because it is written twice; 64 KiB of files count one. */
  readonly units: number
  readonly report: ExportReport
}

/** Bytes of a file that count as one unit. */
export const bytesPerUnit = 64 * 1024

/** Plans the export of these items; null exports everything. Throws when `signal` is aborted. */
export async function planExport(
  reader: PortableReader,
  library: MediaLibrary,
  keys: readonly HistoryKey[] | null,
  signal: AbortSignal,
): Promise<ExportPlan> {
  const planner = new Planner(reader, library)
  const pace = new Pace()
  for (const key of keys ?? reader.items.keys()) {
    const item = reader.items.findPortable(key)
    if (item !== null) await planner.addItem(item)
    await pace.yieldIfDue(signal)
  }
  await planner.placeFirstPictures()
  return planner.plan(keys === null ? reader.libraries() : { prompts: [], assistants: [], memories: [], recipes: [] })
}

class Planner {
  private readonly reader: PortableReader
  private readonly names = new ArchiveNames()
  private readonly media: MediaPlaces
  private readonly chats: PlannedItem[] = []
  private readonly images = new Map<string, PortableItem[]>()
  private readonly transcripts: PlannedItem[] = []
  private readonly videos: PortableItem[] = []
  private readonly firstPictures = new Set<string>()
  private messages = 0
  private unfinished = 0

  constructor(reader: PortableReader, library: MediaLibrary) {
    this.reader = reader
    this.media = new MediaPlaces(library, this.names)
  }

  async addItem(item: PortableItem): Promise<void> {
    switch (item.key.kind) {
      case 'chat':
        return await this.addChat(item)
      case 'image':
        return await this.addImage(item)
      case 'transcript':
        return await this.addTranscript(item)
      case 'video':
        return await this.addVideo(item)
      default:
        return item.key.kind satisfies never
    }
  }

  /** Places the first pictures of videos, after all items: one that is an image has its place among the images. */
  async placeFirstPictures(): Promise<void> {
    for (const id of this.firstPictures) await this.place(id)
  }

  plan(libraries: Pick<ExportPlan, 'prompts' | 'assistants' | 'memories' | 'recipes'>): ExportPlan {
    const images = [...this.images].map(([month, inIt]) => ({ month, images: inIt }))
    const imageCount = images.reduce((sum, month) => sum + month.images.length, 0)
    const items = this.chats.length + imageCount + this.transcripts.length + this.videos.length
    const placed = this.media.allMedia()
    const there = placed.filter(({ source }) => source !== null)
    const bytes = there.reduce((sum, { entry }) => sum + entry.bytes, 0)
    return {
      chats: this.chats,
      images,
      transcripts: this.transcripts,
      videos: this.videos,
      ...libraries,
      media: this.media,
      units: 2 * (items + this.messages) + Math.ceil(bytes / bytesPerUnit),
      report: {
        counts: {
          conversations: this.chats.length,
          messages: this.messages,
          images: imageCount,
          transcripts: this.transcripts.length,
          videos: this.videos.length,
          prompts: libraries.prompts.length,
          assistants: libraries.assistants.length,
          memories: libraries.memories.length,
          recipes: libraries.recipes.length,
          // folders are written with their chats
          folders: 0,
          files: there.length,
        },
        missing: placed.length - there.length,
        unfinished: this.unfinished,
      },
    }
  }

  private async addChat(item: PortableItem): Promise<void> {
    const about = this.reader.conversation(item)
    if (about === null) return
    const path = this.names.takeName(`chats/${monthOf(about.createdAt)}`, about.title, '.md')
    this.chats.push({ item, path })
    this.messages += item.size
    const media = new Map(this.reader.items.mediaOf(item.key.id).map((one) => [one.id, one]))
    // in the order of the messages, so that the first of equal names gets no number
    for (const [id, name] of fileNames(this.reader.items.filesOf(item.key.id))) {
      const named = media.get(id)
      if (named !== undefined) await this.media.placeNamed(named, name)
    }
    for (const one of media.values()) await this.media.place(one)
    if (about.folder !== undefined) await this.placeFiles(about.folder)
    if (about.folder?.parent != null) await this.placeFiles(about.folder.parent)
  }

  private async placeFiles({ files = [] }: PortableFolder): Promise<void> {
    for (const [id, name] of fileNames(files)) {
      const item = this.reader.media.findMediaItem(id)
      if (item !== null) await this.media.placeNamed(item, name)
    }
  }

  private async addImage(item: PortableItem): Promise<void> {
    const image = this.reader.image(item)
    if (image === null) return
    const month = monthOf(image.createdAt)
    const others = this.images.get(month)
    if (others === undefined) this.images.set(month, [item])
    else others.push(item)
    await this.place(image.mediaId, `images/${month}`, image.prompt)
    const { edit } = image.job.request
    const references = (edit?.references ?? []).map(({ mediaId }) => mediaId)
    for (const id of [image.thumbnailId, image.rawMediaId, edit?.sourceId ?? null, edit?.maskId ?? null, ...references])
      await this.place(id)
  }

  private async addTranscript(item: PortableItem): Promise<void> {
    const transcript = this.reader.transcript(item)
    if (transcript === null) return
    this.transcripts.push({ item, path: this.names.takeName('transcripts', transcript.title, '.md') })
    await this.place(transcript.job.sourceId, 'transcripts', transcript.title)
  }

  private async addVideo(item: PortableItem): Promise<void> {
    const video = this.reader.video(item)
    if (video === null) {
      this.unfinished += 1
      return
    }
    this.videos.push(item)
    await this.place(video.mediaId, 'videos', video.request.prompt)
    await this.place(video.posterId)
    const { firstPicture } = video.request
    if (firstPicture !== undefined && 'mediaId' in firstPicture) this.firstPictures.add(firstPicture.mediaId)
  }

  private async place(id: string | null, folder?: string, text?: string): Promise<void> {
    const item = id === null ? null : this.reader.media.findMediaItem(id)
    if (item !== null) await this.media.place(item, folder, text)
  }
}

/** Returns the names of files that the user attached, by media; the text of `a.pdf` is `a.pdf.txt`. */
function fileNames(
  files: readonly { readonly mediaId: string; readonly textId: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { mediaId, name, textId } of files) {
    if (!names.has(mediaId)) names.set(mediaId, name)
    if (!names.has(textId)) names.set(textId, `${name}.txt`)
  }
  return names
}
