import { type FileHandle, mkdir, open, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppError, AppFailure, appError, fail } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { openVideo } from '../../gateway/video-download.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { VideoFacts } from '../../media/media-messages.ts'
import type { MediaReader } from '../../media/media-reader.ts'
import type { Clock, Ports } from '../../platform.ts'
import { storageError } from '../../storage/database.ts'
import type { StoredVideoJob } from '../../storage/video-jobs.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { nextDownloadAt, nextPollAfterFailure } from './poll-schedule.ts'
import type { VideoStore } from './video-store.ts'

/** The most bytes of one video. */
const videoBytesMax = 4 * 1024 * 1024 * 1024
/** A download from which nothing comes for so long has broken off, in ms. */
const silenceMs = 60_000
/** How often pages are told how far a download is, in ms. */
const tellMs = 200

export interface VideoDownloaderParts extends Pick<Ports, 'clock' | 'fetch' | 'linkFetch' | 'random'> {
  readonly dataFolder: string
  readonly store: VideoStore
  readonly library: MediaLibrary
  readonly reader: MediaReader
  readonly remover: MediaRemover
}

/** The job whose video a file in the folder of what comes in is part of; null for any other file. */
export function videoOfPart(name: string): string | null {
  return /^video-(.+)\.part$/.exec(name)?.[1] ?? null
}

/** Brings finished videos into the library: by parts, gone on with where they broke off, and checked to be videos. */
export class VideoDownloader {
  private readonly parts: VideoDownloaderParts

  constructor(parts: VideoDownloaderParts) {
    this.parts = parts
  }

  /** One try of a job that is downloading; what becomes of it is written into the store. Never rejects. */
  async download(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.parts
    const job = store.find(id)
    if (job?.status !== 'downloading' || job.link === null) return
    const part = this.partOf(id)
    try {
      await this.receive(job, job.link, part, signal)
      signal.throwIfAborted()
      await this.take(job, part, signal)
    } catch (cause) {
      if (!signal.aborted) await this.failed(job, failureOf(cause))
      // cancelled, not interrupted by the end of the app: what was written after that is not wanted either
      else if (store.find(id)?.status !== 'downloading') await this.forget(id)
    }
  }

  /** Removes what has come of a video that is not wanted any more. Never rejects. */
  async forget(id: string): Promise<void> {
    for (const path of [this.partOf(id), this.markOf(id)]) await rm(path, { force: true }).catch(() => undefined)
  }

  private partOf(id: string): string {
    return join(this.parts.dataFolder, 'media', 'incoming', `video-${id}.part`)
  }

  /** There while the file is read. One that an earlier run left says that the app died of reading. */
  private markOf(id: string): string {
    return join(this.parts.dataFolder, 'media', 'incoming', `video-${id}.reading`)
  }

  private async receive(job: StoredVideoJob, link: string, part: string, signal: AbortSignal): Promise<void> {
    const { store, clock, fetch, linkFetch } = this.parts
    // the sweep removes what was left half written a day ago, and this one is taken up again
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
        signal: silence.signal,
      })
      const { from, total, version } = opened
      if ((total ?? 0) > videoBytesMax) fail('result_too_large', `${total} bytes`)
      store.record(job.id, { type: 'received', received: from, total, version })
      const received = await this.write(job.id, part, from, total, opened.body, silence)
      if (total !== null && received < total) fail('cut_short', `${received} of ${total} bytes`)
    } catch (cause) {
      if (silence.isOver && !signal.aborted) throw new AppFailure(appError('stalled', `nothing for ${silenceMs} ms`))
      throw cause
    } finally {
      silence.end()
    }
  }

  private async write(
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
      // removed meanwhile: made longer, it would begin with zeros
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
        store.receive(id, received, total)
      }
      store.receive(id, received, total)
      return received
    } finally {
      await file.close()
    }
  }

  private async take(job: StoredVideoJob, part: string, signal: AbortSignal): Promise<void> {
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
      // still there where the library had the same video already
      await this.forget(job.id)
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
      // read again only when the person asks
      await rm(mark, { force: true }).catch(() => undefined)
    }
  }

  private async failed(job: StoredVideoJob, error: AppError): Promise<void> {
    const { store, clock, random } = this.parts
    const at = clock.now()
    switch (error.code) {
      case 'link_refused':
      case 'result_too_large':
        await this.forget(job.id)
        store.record(job.id, { type: 'download-refused', at, error })
        return
      case 'video_not_read':
        // what came stays: the person may have it read again
        store.record(job.id, { type: 'download-refused', at, error })
        return
      case 'link_expired':
      case 'not_a_video': {
        await this.forget(job.id)
        const failures = job.deadLinks + 1
        // a link that died is replaced by the next poll: the first one is asked for at once
        const about = { duration: job.request.duration, failures, retryAfterMs: null }
        const nextPollAt = failures === 1 ? at : nextPollAfterFailure(at, about, random)
        store.record(job.id, { type: 'link-dead', at, error, nextPollAt })
        return
      }
      default: {
        // what has come stays, and is gone on with
        const wanted = at + Math.min(60 * 60_000, error.retryAfterMs ?? 0)
        const retryAt = Math.max(wanted, nextDownloadAt(at, job.brokenOff + 1, random))
        store.record(job.id, { type: 'download-broke-off', at, error, retryAt })
      }
    }
  }
}

/** Ends a request from which nothing comes any more. */
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

  end(): void {
    this.cancel()
  }
}

async function openPart(path: string): Promise<FileHandle> {
  return await onDisk(async () => {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    // made where it is not there, and kept where it is
    return await open(path, 'a').then(async (file) => {
      await file.close()
      return await open(path, 'r+')
    })
  })
}

async function written(file: FileHandle, chunk: Uint8Array, at: number): Promise<number> {
  return await onDisk(async () => {
    // a write may take less than it was given
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
