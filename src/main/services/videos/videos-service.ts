import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { VideoJob } from '../../../shared/video.ts'
import { readImportedFile } from '../../media/imported-file.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import type { Clock } from '../../platform.ts'
import type { StoredVideoJob, VideoJobs } from '../../storage/video-jobs.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { promptNames } from '../media/prompt-names.ts'
import type { VideoStore } from './video-store.ts'

/** Largest poster, in bytes: a frame as JPEG or WebP. */
const posterBytesMax = 8 * 1024 * 1024

export interface VideosServiceParts {
  readonly store: VideoStore
  readonly jobs: VideoJobs
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly remover: MediaRemover
  readonly clock: Clock
}

/** The list of videos, and the user's marks on them. */
export class VideosService {
  private readonly parts: VideosServiceParts

  constructor(parts: VideosServiceParts) {
    this.parts = parts
  }

  listVideos({ filter, offset, limit }: CallInput<'videos.list'>): CallOutput<'videos.list'> {
    const { store, jobs } = this.parts
    const page = jobs.jobPage(filter, offset, limit)
    return {
      jobs: page.jobs.map((job) => store.viewOf(store.findJob(job.id) ?? job)),
      total: page.total,
      counts: store.counts(),
    }
  }

  ids({ filter }: CallInput<'videos.ids'>): readonly string[] {
    return this.parts.jobs.ids(filter)
  }

  get({ jobId }: CallInput<'videos.get'>): CallOutput<'videos.get'> {
    const job = this.job(jobId)
    return { job: this.parts.store.viewOf(job), answer: job.answer }
  }

  models(): readonly string[] {
    return this.parts.jobs.models()
  }

  setFavourite({ jobIds, favourite }: CallInput<'videos.setFavourite'>): null {
    this.parts.jobs.setFavourite(jobIds, favourite)
    this.parts.store.reload()
    this.emitJobs(jobIds)
    return null
  }

  seen({ jobIds }: CallInput<'videos.seen'>): null {
    this.parts.jobs.markSeen(jobIds, this.parts.clock.now())
    this.emitJobs(jobIds)
    return null
  }

  names({ jobIds }: CallInput<'videos.names'>): CallOutput<'videos.names'> {
    const found = jobIds.map((id) => {
      const { mediaId, request } = this.job(id)
      const media =
        (mediaId === null ? null : this.parts.library.findMedia(mediaId)) ?? fail('not_found', 'no such file')
      return { mediaId: media.id, mime: media.mime, prompt: request.prompt }
    })
    const names = promptNames(found)
    return found.map(({ mediaId }, index) => ({ mediaId, name: names[index] ?? mediaId }))
  }

  async setPoster({ jobId, token }: CallInput<'videos.setPoster'>): Promise<VideoJob> {
    const { store, imports, jobs, library, remover } = this.parts
    const bytes = await imports.takeFile(token, ({ path }) => readImportedFile(path, posterBytesMax))
    const taken = bytes ?? fail('not_found', 'the frame has to be made again')
    const picture = readPicture(taken) ?? fail('not_a_picture', `${taken.byteLength} bytes that are no picture`)
    if (this.job(jobId).status !== 'done') fail('invalid_input', 'there is no video yet')
    const poster = await library.addMedia(taken, picture)
    const release = remover.hold(poster.id)
    try {
      if (this.job(jobId).posterId === null) jobs.setPoster(jobId, poster.id)
    } finally {
      release()
    }
    await remover.removeUnreferenced([poster.id])
    this.emitJobs([jobId])
    return store.viewOf(this.job(jobId))
  }

  private job(id: string): StoredVideoJob {
    return this.parts.store.findJob(id) ?? fail('not_found', 'no such video')
  }

  private emitJobs(ids: readonly string[]): void {
    for (const id of ids) {
      const job = this.parts.store.findJob(id)
      if (job) this.parts.store.emitJob(job)
    }
  }
}
