import { existsSync } from 'node:fs'
import { type FileHandle, open, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type AppError, AppFailure, appError, fail } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { openVideo } from '../../gateway/video-download.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { VideoFacts } from '../../media/media-messages.ts'
import type { MediaReader } from '../../media/media-reader.ts'
import { ownParts } from '../../media/unfinished-files.ts'
import type { Clock, Ports } from '../../platform.ts'
import { storageError } from '../../storage/database.ts'
import type { StoredVideoJob } from '../../storage/video-jobs.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { nextDownloadAt, nextPollAfterFailure } from './poll-schedule.ts'
import type { VideoStore } from './video-store.ts'

/** Largest video, in bytes. */
const videoBytesMax = 4 * 1024 * 1024 * 1024
/** Silence after which a download counts as failed, in ms. */
const silenceMs = 60_000
/** Interval of progress reports to pages, in ms. */
const tellMs = 200

export interface VideoDownloaderParts extends Pick<Ports, 'clock' | 'fetch' | 'linkFetch' | 'random'> {
  readonly dataFolder: string
  readonly store: VideoStore
  readonly library: MediaLibrary
  readonly reader: MediaReader
  readonly remover: MediaRemover
  readonly connections: Pick<ConnectionsService, 'keyFor'>
}

/** Returns the job of a partial download in the folder of incoming files; null for any other file. */
export function videoOfPart(name: string): string | null {
  return /^video-(.+)\.part$/.exec(name)?.[1] ?? null
}

/** Downloads finished videos into the library: in parts, with resumption, and verified to be videos. */
export class VideoDownloader {
  private readonly parts: VideoDownloaderParts

  constructor(parts: VideoDownloaderParts) {
    this.parts = parts
  }

  /** Makes one attempt to download a job's video; records the outcome in the store. Never rejects. */
  async download(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.parts
    const job = store.findJob(id)
    if (job?.status !== 'downloading' || job.link === null) return
    const part = this.partialPathOf(id)
    try {
      await this.receiveVideo(job, job.link, part, signal)
      signal.throwIfAborted()
      await this.storeVideo(job, part, signal)
    } catch (cause) {
      if (!signal.aborted) await this.downloadFailed(job, failureOf(cause))
      // cancelled, not interrupted by closing: data written since then are unwanted too
      else if (store.findJob(id)?.status !== 'downloading') await this.forgetDownload(id)
    }
  }

  /** Removes the partial download of an unwanted video. Never rejects. */
  async forgetDownload(id: string): Promise<void> {
    for (const path of [this.partialPathOf(id), this.markOf(id)]) await rm(path, { force: true }).catch(() => undefined)
  }

  private partialPathOf(id: string): string {
    return join(this.parts.dataFolder, 'media', 'incoming', `video-${id}.part`)
  }

  /**
   * Returns a mark that exists while the file is read. A mark of an earlier run means that the app crashed while
   * reading.
   */
  private markOf(id: string): string {
    return join(this.parts.dataFolder, 'media', 'incoming', `video-${id}.reading`)
  }

  private async receiveVideo(job: StoredVideoJob, link: string, part: string, signal: AbortSignal): Promise<void> {
    const { store, clock, fetch, linkFetch } = this.parts
    // the sweep removes partial files after a day, and this one is still in use
    const today = new Date()
    await utimes(part, today, today).catch(() => undefined)
    const there = await stat(part).catch(() => null)
    const have = { bytes: there?.size ?? 0, total: job.total, version: job.version }
    // complete already: the app ended between its last byte and the library
    if (have.total !== null && have.bytes === have.total) return
    const silence = new Silence(clock, signal)
    try {
      const opened = await openVideo(link, have, {
        fetch,
        linkFetch,
        gatewayUrl: job.gatewayUrl,
        apiKey: () => this.parts.connections.keyFor(job.request.connectionId, job.gatewayUrl),
        signal: silence.signal,
      })
      const { from, total, version } = opened
      if ((total ?? 0) > videoBytesMax) fail('result_too_large', `${total} bytes`)
      store.record(job.id, { type: 'received', received: from, total, version })
      const received = await this.writeVideo(job.id, part, from, total, opened.body, silence)
      if (total !== null && received < total) fail('cut_short', `${received} of ${total} bytes`)
    } catch (cause) {
      if (silence.isOver && !signal.aborted) throw new AppFailure(appError('stalled', `nothing for ${silenceMs} ms`))
      throw cause
    } finally {
      silence.endWatch()
    }
  }

  private async writeVideo(
    id: string,
    part: string,
    from: number,
    total: number | null,
    body: AsyncIterable<Uint8Array>,
    silence: Silence,
  ): Promise<number> {
    const { store, clock } = this.parts
    const file = await openPart(part)
    try {
      // removed meanwhile: appending would leave zeros at its beginning
      if ((await file.stat()).size < from) fail('cut_short', 'the part on the disk is gone')
      await onDisk(() => file.truncate(from))
      let received = from
      let toldAt = Number.NEGATIVE_INFINITY
      for await (const chunk of body) {
        silence.broken()
        received += await written(file, chunk, received)
        if (received > videoBytesMax) fail('result_too_large', `more than ${videoBytesMax} bytes`)
        if (Math.abs(clock.now() - toldAt) < tellMs) continue
        toldAt = clock.now()
        store.reportReceived(id, received, total)
      }
      store.reportReceived(id, received, total)
      return received
    } finally {
      await file.close()
    }
  }

  private async storeVideo(job: StoredVideoJob, part: string, signal: AbortSignal): Promise<void> {
    const { store, clock, library, remover } = this.parts
    const facts = await this.facts(job.id, part, signal)
    const { mime, width, height, duration } = facts ?? fail('not_a_video', 'the link gives something that is no video')
    const media = await library.addFile({ path: part, temporary: true, signal }, { mime, width, height })
    const release = remover.hold(media.id)
    try {
      const about = { mediaId: media.id, bytes: media.bytes, videoDuration: duration }
      const done = store.record(job.id, { type: 'downloaded', at: clock.now(), ...about })
      if (done === null) await remover.removeUnreferenced([media.id])
    } finally {
      release()
      // still there if the library already had the same video
      await this.forgetDownload(job.id)
    }
  }

  private async facts(id: string, part: string, signal: AbortSignal): Promise<VideoFacts | null> {
    const mark = this.markOf(id)
    const diedOfIt = (await stat(mark).catch(() => null)) !== null
    try {
      if (diedOfIt) fail('video_not_read', 'the app ended while it was read')
      await onDisk(() => writeFile(mark, ''))
      return await this.parts.reader.readVideo(part, signal)
    } finally {
      // the file is read again only when the user asks
      await rm(mark, { force: true }).catch(() => undefined)
    }
  }

  private async downloadFailed(job: StoredVideoJob, error: AppError): Promise<void> {
    const { store, clock, random } = this.parts
    const at = clock.now()
    switch (error.code) {
      case 'link_refused':
      case 'result_too_large':
        await this.forgetDownload(job.id)
        store.record(job.id, { type: 'download-refused', at, error })
        return
      case 'video_not_read':
        // the received file stays, so that the user can have it read again
        store.record(job.id, { type: 'download-refused', at, error })
        return
      case 'link_expired':
      case 'link_forbidden':
      case 'not_a_video': {
        await this.forgetDownload(job.id)
        const failures = job.deadLinks + 1
        // a poll replaces a dead link; the first one is made at once
        const about = { duration: job.request.duration, failures, retryAfterMs: null }
        const nextPollAt = failures === 1 ? at : nextPollAfterFailure(at, about, random)
        store.record(job.id, { type: 'link-dead', at, error, nextPollAt })
        return
      }
      default: {
        // received data stay, and the download resumes
        const wanted = at + Math.min(60 * 60_000, error.retryAfterMs ?? 0)
        const retryAt = Math.max(wanted, nextDownloadAt(at, job.brokenOff + 1, random))
        store.record(job.id, { type: 'download-broke-off', at, error, retryAt })
      }
    }
  }
}

/** Ends a request after a period of silence. */
class Silence {
  readonly signal: AbortSignal
  private readonly abort = new AbortController()
  private readonly clock: Clock
  private cancel: () => void

  constructor(clock: Clock, ending: AbortSignal) {
    this.clock = clock
    this.signal = AbortSignal.any([this.abort.signal, ending])
    this.cancel = clock.after(silenceMs, () => this.abort.abort())
  }

  get isOver(): boolean {
    return this.abort.signal.aborted
  }

  broken(): void {
    this.cancel()
    this.cancel = this.clock.after(silenceMs, () => this.abort.abort())
  }

  endWatch(): void {
    this.cancel()
  }
}

async function openPart(path: string): Promise<FileHandle> {
  return await onDisk(async () => {
    if (!existsSync(path)) ownParts(dirname(path)).newFile(basename(path))
    // creates the file if it is missing, else keeps its content
    return await open(path, 'a').then(async (file) => {
      await file.close()
      return await open(path, 'r+')
    })
  })
}

async function written(file: FileHandle, chunk: Uint8Array, at: number): Promise<number> {
  return await onDisk(async () => {
    // a write may accept fewer bytes than given
    for (let done = 0; done < chunk.length; )
      done += (await file.write(chunk, done, chunk.length - done, at + done)).bytesWritten
    return chunk.length
  })
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const error = storageError(cause)
    throw error ? new AppFailure(error, { cause }) : cause
  }
}
