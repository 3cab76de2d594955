import type { AppError } from '../../../src/shared/errors.ts'
import { fail } from '../../../src/shared/errors.ts'
import type { SavedFile } from '../../../src/shared/image.ts'
import type { MediaItem } from '../../../src/shared/media.ts'
import type { Storyboard } from '../../../src/shared/storyboard.ts'
import type { VideoCounts, VideoDraft, VideoGroup, VideoJob, VideoRequest } from '../../../src/shared/video.ts'
import type { ContractBridge, SomeHandlers } from '../contract-bridge.ts'
import type { Files } from './files.ts'

/** The video queue in memory. The gateway accepts each video and never finishes it. */
export class Videos {
  /** The requests that main would send, oldest first. */
  readonly requests: VideoRequest[] = []
  /** How submissions end: accepted, or with a lost answer. */
  manner: { readonly is: 'accepted' } | { readonly is: 'lost'; readonly error: AppError } = { is: 'accepted' }
  /** Videos that the page encoded. */
  readonly encoded: { readonly format: string; readonly bytes: Buffer }[] = []
  readonly #emit: ContractBridge['emit']
  readonly #files: Files
  #board: Storyboard | null = null
  #jobs: readonly VideoJob[] = []
  #draft: VideoDraft | null = null
  readonly #collections = new Map<string, { readonly name: string; readonly items: Set<string> }>()

  constructor(emit: ContractBridge['emit'], files: Files) {
    this.#emit = emit
    this.#files = files
  }

  readonly handlers: SomeHandlers = {
    'videos.draft': () => this.#draft,
    'videos.saveDraft': ({ draft }) => {
      this.#draft = draft
      return null
    },
    'videos.submit': ({ jobs }) => jobs.map(({ jobId, request }) => this.#submit(jobId, request)),
    'videos.retry': ({ jobId }) => {
      const { request } = this.#jobs.find(({ id }) => id === jobId) ?? fail('not_found')
      return this.#send(jobId, request)
    },
    'videos.list': ({ filter, offset, limit }) => {
      const found = this.#jobs.filter(
        (job) =>
          this.#isInside(job, filter.collectionId) &&
          (filter.group === 'all' || groupOf(job) === filter.group) &&
          job.request.prompt.toLowerCase().includes(filter.query.toLowerCase()),
      )
      return { jobs: found.slice(offset, offset + limit), total: found.length, counts: this.#counts() }
    },
    'videos.ids': ({ filter }) =>
      this.#jobs.filter((job) => this.#isInside(job, filter.collectionId)).map(({ id }) => id),
    'videos.collections': () =>
      [...this.#collections].map(([id, { items, name }]) => ({ id, name, count: items.size })),
    'videos.saveCollection': ({ id, name }) => {
      const items = this.#collections.get(id)?.items ?? new Set()
      this.#collections.set(id, { name, items })
      this.#emit('videos.collectionsChanged', {})
      return { id, name, count: items.size }
    },
    'videos.removeCollection': ({ id }) => {
      this.#collections.delete(id)
      this.#emit('videos.collectionsChanged', {})
      return null
    },
    'videos.setInCollection': ({ collectionId, inside, jobIds }) => {
      const { items } = this.#collections.get(collectionId) ?? fail('not_found')
      for (const id of jobIds) inside ? items.add(id) : items.delete(id)
      this.#emit('videos.collectionsChanged', {})
      return null
    },
    'videos.models': () => [...new Set(this.#jobs.map(({ request }) => request.model))],
    'videos.seen': () => null,
    'videos.names': ({ jobIds }) =>
      this.#jobs.flatMap(({ file, id }) =>
        file !== null && jobIds.includes(id) ? [{ mediaId: file.media.id, name: `${id}.mp4` }] : [],
      ),
    'videos.get': ({ jobId }) => ({
      job: this.#jobs.find(({ id }) => id === jobId) ?? fail('not_found'),
      answer: null,
    }),
    'videos.setPoster': async ({ jobId }) => {
      const found = this.#jobs.find(({ id }) => id === jobId) ?? fail('not_found')
      const poster = await this.#files.addDrawn(64, 36)
      const job = { ...found, file: found.file === null ? null : { ...found.file, poster } }
      this.#jobs = this.#jobs.map((one) => (one.id === jobId ? job : one))
      return job
    },
    'videos.saveEncoded': (film) => this.#saveEncoded(film),
    'storyboards.list': () =>
      this.#board === null ? [] : [{ id: this.#board.id, name: this.#board.name, count: this.#board.entries.length }],
    'storyboards.get': () => this.#board ?? fail('not_found'),
    'storyboards.saveEncoded': (film) => this.#saveEncoded(film),
  }

  /** Ends a job with a video of five seconds. */
  finish(jobId: string, media: MediaItem): void {
    const found = this.#jobs.find(({ id }) => id === jobId) ?? fail('not_found')
    const file = { media, poster: null, duration: 5_000 }
    const job: VideoJob = { ...found, status: 'done', file, seen: true, endedAt: Date.now() }
    this.#jobs = this.#jobs.map((one) => (one.id === jobId ? job : one))
    this.#emit('videos.job', job)
    this.#emit('videos.changed', { counts: this.#counts(), running: this.#counts().running })
  }

  /** Makes a storyboard of all finished videos, the oldest first. */
  makeStoryboard(id: string, name: string): void {
    const jobs = this.#jobs.filter(({ file }) => file !== null).toReversed()
    this.#board = { id, name, entries: jobs.map((job) => ({ id: `entry-${job.id}`, job })) }
  }

  #saveEncoded({ format, tokens }: { readonly format: string; readonly tokens: readonly string[] }): SavedFile {
    this.encoded.push({ format, bytes: Buffer.concat(tokens.map((token) => this.#files.bytesOf(token))) })
    return { by: 'main', saved: true }
  }

  #isInside({ id }: VideoJob, collectionId: string | null | undefined): boolean {
    return collectionId == null || this.#collections.get(collectionId)?.items.has(id) === true
  }

  #counts(): VideoCounts {
    const count = (group: VideoGroup) => this.#jobs.filter((job) => groupOf(job) === group).length
    return {
      all: this.#jobs.length,
      waiting: count('waiting'),
      running: count('running'),
      done: count('done'),
      attention: count('attention'),
    }
  }

  #submit(id: string, request: VideoRequest): VideoJob {
    return this.#jobs.find((job) => job.id === id) ?? this.#send(id, request)
  }

  #send(id: string, request: VideoRequest): VideoJob {
    this.requests.push(request)
    const { manner } = this
    const job: VideoJob = {
      id,
      request,
      status: manner.is === 'lost' ? 'unknown' : 'pending',
      error: manner.is === 'lost' ? manner.error : null,
      taskId: manner.is === 'lost' ? null : `task-${id}`,
      word: manner.is === 'lost' ? null : 'queued',
      wordUnknown: false,
      attempts: 1,
      polls: 0,
      failedPolls: 0,
      received: 0,
      total: null,
      createdAt: Date.now(),
      sentAt: Date.now(),
      retryAt: null,
      nextPollAt: null,
      endedAt: manner.is === 'lost' ? Date.now() : null,
      canRefetch: false,
      link: null,
      file: null,
      favourite: false,
      seen: false,
    }
    this.#jobs = [job, ...this.#jobs.filter((one) => one.id !== id)]
    this.#emit('videos.job', job)
    this.#emit('videos.changed', { counts: this.#counts(), running: this.#counts().running })
    return job
  }
}

function groupOf({ status }: VideoJob): VideoGroup {
  if (status === 'queued') return 'waiting'
  if (status === 'done' || status === 'cancelled') return 'done'
  return status === 'unknown' || status === 'failed' || status === 'expired' ? 'attention' : 'running'
}
