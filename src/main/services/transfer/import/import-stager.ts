import type { AttachedFile } from '../../../../shared/attached-file.ts'
import type { ImageEdit, ImageReference } from '../../../../shared/image.ts'
import { noCounts, type TransferCounts } from '../../../../shared/transfer.ts'
import type { VideoRequest } from '../../../../shared/video.ts'
import type { PortableConversation, PortableFolder, PortableImage, PortableVideo } from '../atelier-format.ts'
import type { ImportWriter, Staged } from './import-writer.ts'
import type { Portable } from './portable-items.ts'
import type { Skips } from './skips.ts'
import type { Spool, SpoolPlace } from './spool.ts'
import type { StagedMedia } from './staged-media.ts'

type Countable = keyof TransferCounts

export interface ImportStagerParts {
  readonly writer: ImportWriter
  readonly skips: Skips
  /** Staging for items and files; null for an inspection. */
  readonly keep: { readonly media: StagedMedia; readonly spool: Spool<Staged> } | null
}

/** Separates new items of an import from known ones, and keeps the new ones until they are written. */
export class ImportStager {
  private readonly parts: ImportStagerParts
  private readonly places: SpoolPlace[] = []
  private readonly seen = new Set<string>()
  private readonly tally: { -readonly [K in Countable]: number } = { ...noCounts }
  private alreadyHere = 0
  /** Id of the skipped conversation or transcript; its content is skipped too. */
  private passed: string | null = null

  constructor(parts: ImportStagerParts) {
    this.parts = parts
  }

  /** New items; all items for an inspection. */
  get counts(): TransferCounts {
    const { keep } = this.parts
    return keep === null ? this.tally : { ...this.tally, files: keep.media.count }
  }

  /** Number of rows waiting to be written. */
  get stagedCount(): number {
    return this.places.length
  }

  /** Number of items that already exist here. */
  get present(): number {
    return this.alreadyHere
  }

  async addPortable(portable: Portable): Promise<void> {
    const { keep, skips, writer } = this.parts
    switch (portable.type) {
      case 'media':
        this.tally.files += 1
        return keep?.media.recordEntry(portable.entry)
      case 'skipped':
        if (portable.title !== undefined) return skips.setAside(portable.reason, portable.title, portable.count)
        // an import does not report on conversations that stay unchanged
        return keep === null || this.passed === null ? skips.addSkip(portable.reason, portable.count) : undefined
      case 'conversation': {
        const { folder, id, title } = portable.conversation
        skips.enter(title)
        this.passed = this.isNew('conversations', id, writer.hasConversation(id)) ? null : id
        if (this.passed === null && folder !== undefined) this.countFolder(folder.id)
        if (this.passed !== null) return
        return this.stage({ ...portable, conversation: await this.withFolderFiles(portable.conversation) })
      }
      case 'message':
        return await this.addMessage(portable)
      case 'image':
        skips.enter(null)
        if (this.isNew('images', portable.image.id, writer.hasImage(portable.image.id)))
          await this.addImage(portable.image)
        return
      case 'transcript': {
        const { transcript } = portable
        skips.enter(null)
        this.passed = this.isNew('transcripts', transcript.id, writer.hasTranscript(transcript)) ? null : transcript.id
        if (this.passed === null) await this.addTranscript(portable)
        return
      }
      case 'segment':
        return this.passed === portable.transcriptId ? undefined : this.stage(portable)
      case 'video':
        skips.enter(null)
        if (this.isNew('videos', portable.video.id, writer.hasVideo(portable.video.id)))
          await this.addVideo(portable.video)
        return
      case 'prompt':
        skips.enter(null)
        return this.addEntry('prompts', portable.prompt.id, writer.hasPrompt(portable.prompt.id), portable)
      case 'assistant':
        skips.enter(null)
        return this.addEntry('assistants', portable.assistant.id, writer.hasAssistant(portable.assistant.id), portable)
      case 'memory':
        skips.enter(null)
        return this.addEntry('memories', portable.memory.id, writer.hasMemory(portable.memory.id), portable)
      case 'recipe':
        skips.enter(null)
        return this.addEntry('recipes', portable.recipe.id, writer.hasRecipe(portable.recipe.id), portable)
      default:
        return portable satisfies never
    }
  }

  /** Staged items, in order. */
  *staged(): Generator<Staged> {
    const spool = this.parts.keep?.spool
    if (spool) for (const place of this.places) yield spool.readValue(place)
  }

  private isNew(kind: Countable, id: string, isHere: boolean): boolean {
    const isLooking = this.parts.keep === null
    const isPresent = isHere || this.seen.has(`${kind} ${id}`)
    this.seen.add(`${kind} ${id}`)
    if (isPresent) this.alreadyHere += 1
    // an inspection counts existing items too
    if (!isPresent || isLooking) this.tally[kind] += 1
    return !isPresent
  }

  private countFolder(id: string): void {
    if (this.seen.has(`folders ${id}`) || this.parts.writer.hasFolder(id)) return
    this.seen.add(`folders ${id}`)
    this.tally.folders += 1
  }

  /** Takes in the files of a conversation's folders. */
  private async withFolderFiles(conversation: PortableConversation): Promise<PortableConversation> {
    const { folder } = conversation
    if (folder === undefined) return conversation
    const parent = folder.parent && { ...folder.parent, files: await this.takeInFiles(folder.parent) }
    return { ...conversation, folder: { ...folder, files: await this.takeInFiles(folder), parent } }
  }

  /** Resolves to the files of a folder that are not missing; none for a folder that exists here, which stays as it is. */
  private async takeInFiles({ files = [], id }: PortableFolder): Promise<AttachedFile[]> {
    const { keep, writer } = this.parts
    if (keep === null || writer.hasFolder(id)) return []
    const present: AttachedFile[] = []
    for (const file of files) {
      const original = await keep.media.takeInMedia(file.mediaId)
      const text = await keep.media.takeInMedia(file.textId)
      if (original !== null && text !== null) present.push(file)
    }
    return present
  }

  /** Adds an entry of a library. An entry beyond the limit is reported as left out. */
  private addEntry(kind: keyof ReturnType<ImportWriter['room']>, id: string, isHere: boolean, staged: Staged): void {
    if (!this.isNew(kind, id, isHere)) return
    if (this.tally[kind] <= this.parts.writer.room()[kind]) this.stage(staged)
    else {
      this.tally[kind] -= 1
      this.parts.skips.addSkip('no_room')
    }
  }

  private stage(staged: Staged): void {
    const { keep } = this.parts
    if (keep !== null) this.places.push(keep.spool.append(staged))
  }

  private async addMessage({
    conversationId,
    message,
    pictures,
  }: Extract<Portable, { type: 'message' }>): Promise<void> {
    const { keep, skips } = this.parts
    if (keep === null) {
      this.tally.messages += 1
      this.tally.files += pictures.filter(({ kind }) => kind === 'picture').length
      skips.addSkip('media_missing', pictures.filter(({ kind }) => kind === 'missing').length)
      return
    }
    if (this.passed === conversationId) return
    this.tally.messages += 1
    const media = []
    for (const picture of pictures) {
      const item = await keep.media.importPicture(picture)
      if (item !== null) media.push(item)
    }
    this.stage({ type: 'message', conversationId, message, media })
  }

  private async addImage(image: PortableImage): Promise<void> {
    const media = this.parts.keep?.media
    if (media === undefined) return
    if ((await media.takeInMedia(image.mediaId)) === null) {
      this.tally.images -= 1
      return this.parts.skips.addSkip('without_media')
    }
    const idOf = async (id: string | null): Promise<string | null> =>
      id === null ? null : ((await media.takeInMedia(id))?.id ?? null)
    const { edit } = image.job.request
    const sourceId = await idOf(edit?.sourceId ?? null)
    // an edit without its source can be neither shown nor repeated
    const edited = edit === null || sourceId === null ? null : { ...edit, sourceId, ...(await filesOf(edit, idOf)) }
    const request = { ...image.job.request, edit: edited }
    this.stage({
      type: 'image',
      image: {
        ...image,
        thumbnailId: await idOf(image.thumbnailId),
        rawMediaId: await idOf(image.rawMediaId),
        job: { ...image.job, request },
      },
    })
  }

  private async addTranscript({ transcript }: Extract<Portable, { type: 'transcript' }>): Promise<void> {
    const media = this.parts.keep?.media
    if (media === undefined) return
    const { job } = transcript
    const source = job.sourceId === null ? null : await media.takeInMedia(job.sourceId)
    this.stage({ type: 'transcript', transcript: { ...transcript, job: { ...job, sourceId: source?.id ?? null } } })
  }

  private async addVideo(video: PortableVideo): Promise<void> {
    const media = this.parts.keep?.media
    if (media === undefined) return
    if (video.status === 'done' && (video.mediaId === null || (await media.takeInMedia(video.mediaId)) === null)) {
      this.tally.videos -= 1
      return this.parts.skips.addSkip('without_media')
    }
    const file = video.mediaId === null ? null : await media.takeInMedia(video.mediaId)
    const poster = video.posterId === null ? null : await media.takeInMedia(video.posterId)
    const request = await withFirstPicture(video.request, media)
    this.stage({ type: 'video', video: { ...video, request, mediaId: file?.id ?? null, posterId: poster?.id ?? null } })
  }
}

/** Resolves to a request without a first picture that the export lacks. */
async function withFirstPicture(
  request: VideoRequest,
  media: { takeInMedia(id: string): Promise<{ readonly id: string } | null> },
): Promise<VideoRequest> {
  const { firstPicture, ...rest } = request
  if (firstPicture === undefined || 'url' in firstPicture) return request
  const taken = await media.takeInMedia(firstPicture.mediaId)
  return taken === null ? rest : { ...rest, firstPicture: { mediaId: taken.id } }
}

/** Resolves to the mask and the further pictures of an edit, without missing ones. */
async function filesOf({ maskId, references }: ImageEdit, idOf: (id: string | null) => Promise<string | null>) {
  const present: ImageReference[] = []
  for (const reference of references ?? []) {
    const mediaId = await idOf(reference.mediaId)
    if (mediaId !== null) present.push({ ...reference, mediaId })
  }
  return { maskId: await idOf(maskId), ...(references === undefined ? {} : { references: present }) }
}
