import { createReadStream, createWriteStream } from 'node:fs'
import { parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppFailure, fail } from '../../../shared/errors.ts'
import type { SavedFile } from '../../../shared/image.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { JoinedFilm, Storyboard } from '../../../shared/storyboard.ts'
import type { FilmJoiner } from '../../media/film-joiner.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { MediaReader } from '../../media/media-reader.ts'
import type { Ports } from '../../platform.ts'
import { safeFileName } from '../../security/file-name.ts'
import type { MediaExport } from '../media/media-export.ts'
import type { StoryboardsService } from './storyboards-service.ts'
import type { VideosService } from './videos-service.ts'

export interface FilmSaverParts extends Pick<Ports, 'events'> {
  readonly imports: Imports
  readonly joiner: FilmJoiner
  readonly library: MediaLibrary
  readonly mediaExport: Pick<MediaExport, 'saveWritten'>
  readonly reader: MediaReader
  readonly storyboards: StoryboardsService
  readonly videos: Pick<VideosService, 'names'>
}

/** A video that could not be joined although it seemed equal. */
class UnreadFilm extends Error {
  readonly index: number

  constructor(index: number) {
    super('a video that cannot be joined')
    this.index = index
  }
}

/** Saves storyboards as one file. One film is joined at a time. */
export class FilmSaver {
  private readonly parts: FilmSaverParts
  private running: AbortController | null = null

  constructor(parts: FilmSaverParts) {
    this.parts = parts
  }

  /**
   * Joins a storyboard without encoding, and saves it. Throws an AppFailure: `busy`, `cancelled`, `not_found`, or the
   * disk's error.
   */
  async joinStoryboard(storyboardId: string): Promise<JoinedFilm> {
    if (this.running !== null) fail('busy', 'another film is being joined')
    const running = new AbortController()
    this.running = running
    try {
      return await this.joined(this.parts.storyboards.getStoryboard(storyboardId), running.signal)
    } finally {
      this.running = null
    }
  }

  get isJoining(): boolean {
    return this.running !== null
  }

  /** Cancels the running join; nothing incomplete remains. */
  cancelJoin(): null {
    this.running?.abort()
    return null
  }

  /** Saves a film that a page encoded. Throws an AppFailure: `not_found`, `not_a_video`, or the disk's error. */
  async saveEncoded({ storyboardId, ...film }: CallInput<'storyboards.saveEncoded'>): Promise<SavedFile> {
    return await this.savedFilm(this.parts.storyboards.getStoryboard(storyboardId).name, film)
  }

  /** Saves one video that a page encoded. Throws as `saveEncoded`. */
  async saveEncodedVideo({ jobId, ...film }: CallInput<'videos.saveEncoded'>): Promise<SavedFile> {
    const [named] = this.parts.videos.names({ jobIds: [jobId] })
    return await this.savedFilm(parse(named?.name ?? jobId).name, film)
  }

  async close(): Promise<void> {
    this.running?.abort()
    await this.parts.joiner.close()
  }

  private async savedFilm(
    name: string,
    { format, tokens }: Omit<CallInput<'storyboards.saveEncoded'>, 'storyboardId'>,
  ): Promise<SavedFile> {
    const { imports, mediaExport, reader } = this.parts
    return await mediaExport.saveWritten(safeFileName(name, `.${format}`), async (part) => {
      for (const token of tokens) {
        const appended = await imports.takeFile(token, async ({ path }) => {
          await pipeline(createReadStream(path), createWriteStream(part, { flags: 'a', mode: 0o600 }))
          return true
        })
        if (appended === null) fail('not_found', 'the film has to be encoded again')
      }
      const facts = await reader.readVideo(part, new AbortController().signal)
      if (facts?.mime !== `video/${format}`) fail('not_a_video', 'the encoded film cannot be read')
    })
  }

  private async joined({ entries, id, name }: Storyboard, signal: AbortSignal): Promise<JoinedFilm> {
    const { events, joiner, mediaExport } = this.parts
    if (entries.length === 0) fail('invalid_input', 'a storyboard without videos')
    const files = await Promise.all(entries.map(({ job }) => this.pathOf(job.file?.media.id ?? null)))
    const entryIdAt = (index: number): string => entries[index]?.id ?? fail('internal', 'no such entry')
    const gone = files.indexOf(null)
    if (gone >= 0) return { kind: 'missing', entryId: entryIdAt(gone) }
    const paths = files.filter((path) => path !== null)
    const comparison = await joiner.compareFilms(paths, signal)
    if (comparison.kind === 'unread') return { kind: 'unread', entryId: entryIdAt(comparison.index) }
    if (comparison.kind === 'differs')
      return { kind: 'differs', entryId: entryIdAt(comparison.index), by: comparison.by }
    const { container } = comparison
    const onPart = (part: number): void => events.emit('storyboards.joining', { storyboardId: id, part })
    try {
      const saved = await mediaExport.saveWritten(safeFileName(name, `.${container}`), async (part) => {
        const unread = await joiner.joinFilms(paths, container, part, { onPart, signal })
        if (unread !== null) throw new UnreadFilm(unread)
      })
      return { kind: 'saved', saved }
    } catch (cause) {
      if (cause instanceof UnreadFilm) return { kind: 'unread', entryId: entryIdAt(cause.index) }
      throw cause
    }
  }

  private async pathOf(mediaId: string | null): Promise<string | null> {
    const { library } = this.parts
    const media = mediaId === null ? null : library.findMedia(mediaId)
    if (media === null) return null
    try {
      return await library.fileOf(media)
    } catch (cause) {
      if (cause instanceof AppFailure) return null
      throw cause
    }
  }
}
