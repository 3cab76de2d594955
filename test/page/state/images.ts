import { randomUUID } from 'node:crypto'
import type { AppError } from '../../../src/shared/errors.ts'
import { fail } from '../../../src/shared/errors.ts'
import type { ImageDetail, ImageDraft, ImageJob, ImageRequest, ImageSummary } from '../../../src/shared/image.ts'
import { parseSize } from '../../../src/shared/image-kinds.ts'
import type { CallOutput } from '../../../src/shared/ipc/contract.ts'
import type { MediaItem } from '../../../src/shared/media.ts'
import type { ContractBridge, SomeHandlers } from '../contract-bridge.ts'
import type { Files } from './files.ts'

interface StoredImage {
  readonly summary: ImageSummary
  readonly job: ImageJob
  readonly isDeleted: boolean
}

/** Image jobs and the gallery in memory. Pictures of one colour are made at once. */
export class Images {
  /** The requests that main would send, oldest first. */
  readonly requests: ImageRequest[] = []
  /** Requests to improve a prompt, oldest first. */
  readonly improvements: string[] = []
  /** How requests end: with pictures, or with an error after which they may have been charged. */
  manner: { readonly is: 'at-once' } | { readonly is: 'lost'; readonly error: AppError } = { is: 'at-once' }
  readonly #emit: ContractBridge['emit']
  readonly #files: Files
  #jobs: readonly ImageJob[] = []
  #images: readonly StoredImage[] = []
  #draft: ImageDraft | null = null
  readonly #masks = new Map<string, MediaItem>()

  constructor(emit: ContractBridge['emit'], files: Files) {
    this.#emit = emit
    this.#files = files
  }

  readonly handlers: SomeHandlers = {
    'images.draft': () => this.#draft,
    'images.saveDraft': ({ draft }) => {
      this.#draft = draft
      return null
    },
    'images.jobs': ({ offset, limit }) => ({
      jobs: this.#jobs.slice(offset, offset + limit),
      total: this.#jobs.length,
    }),
    'images.submit': ({ jobId, request }) => this.#submit(jobId, request),
    'images.retry': ({ jobId, newJobId }) => {
      const { request } = this.#jobs.find(({ id }) => id === jobId) ?? fail('not_found')
      this.#remove(jobId)
      return this.#submit(newJobId, request)
    },
    'images.modelNotes': () => ({ refusedSeveral: false, refusedParameters: [] }),
    'images.prompts': () => ({ favourites: [], earlier: this.requests.map(({ prompt }) => prompt).toReversed() }),
    'images.improvePrompt': ({ prompt, requestId }) => {
      this.improvements.push(requestId)
      return { prompt: `a quiet ${prompt}, at dawn` }
    },
    'images.dismiss': ({ jobId }) => this.#remove(jobId),
    'images.list': ({ filter, offset, limit, shapes }) => {
      const words = filter.query.toLowerCase().split(/\s+/)
      const found = this.#shown().filter(
        ({ favourite, promptStart }) =>
          (!filter.favourite || favourite) && words.every((word) => promptStart.toLowerCase().includes(word)),
      )
      return {
        images: found.slice(offset, offset + limit),
        total: found.length,
        ...(shapes ? { ratios: found.map(({ media }) => (media.width ?? 1) / (media.height ?? 1)) } : {}),
      }
    },
    'images.ids': () => this.#shown().map(({ id }) => id),
    'images.facets': () => ({
      models: facetsOf(this.#shown().map(({ model }) => model)),
      sizes: facetsOf(this.#shown().map(({ media }) => `${media.width}x${media.height}`)),
      favourites: this.#shown().filter(({ favourite }) => favourite).length,
    }),
    'images.get': ({ imageId }) => this.#detail(imageId),
    'images.names': ({ imageIds }) =>
      imageIds.map((imageId) => ({ mediaId: this.#detail(imageId).summary.media.id, name: `${imageId}.png` })),
    'images.setFavourite': ({ imageIds, favourite }) =>
      this.#change(imageIds, (image) => ({ ...image, summary: { ...image.summary, favourite } })),
    'images.delete': ({ imageIds }) => this.#change(imageIds, (image) => ({ ...image, isDeleted: true })),
    'images.restore': ({ imageIds }) => this.#change(imageIds, (image) => ({ ...image, isDeleted: false })),
    'images.collections': () => [],
    'images.prepareSource': ({ from }) =>
      from.kind === 'file' ? this.#files.addPng(from.token) : (this.#files.itemOf(from.mediaId) ?? fail('not_found')),
    'images.mask': ({ sourceId }) => this.#masks.get(sourceId) ?? null,
    'images.saveMask': ({ sourceId, token }) => {
      if (token === null) {
        this.#masks.delete(sourceId)
        return null
      }
      const mask = this.#files.addPng(token)
      this.#masks.set(sourceId, mask)
      return mask
    },
  }

  #shown(): readonly ImageSummary[] {
    return this.#images.filter(({ isDeleted }) => !isDeleted).map(({ summary }) => summary)
  }

  #detail(imageId: string): ImageDetail {
    const { job, summary } = this.#images.find((image) => image.summary.id === imageId) ?? fail('not_found')
    const batch = this.#images.filter((image) => image.job.id === job.id).map((image) => image.summary)
    const { edit } = job.request
    return {
      summary,
      jobId: job.id,
      request: job.request,
      index: batch.indexOf(summary),
      count: batch.length,
      revisedPrompt: null,
      raw: null,
      source: edit === null ? null : this.#files.itemOf(edit.sourceId),
      mask: edit?.maskId == null ? null : this.#files.itemOf(edit.maskId),
      references: [],
      collectionIds: [],
      ancestors: this.#ancestorsOf(edit?.sourceImageId),
      descendants: [],
      siblings: batch.filter((image) => image !== summary),
    }
  }

  #ancestorsOf(sourceId: string | null | undefined): readonly ImageSummary[] {
    const source = this.#images.find(({ summary }) => summary.id === sourceId)
    return source === undefined ? [] : [source.summary, ...this.#ancestorsOf(source.job.request.edit?.sourceImageId)]
  }

  #change(imageIds: readonly string[], change: (image: StoredImage) => StoredImage): null {
    this.#images = this.#images.map((image) => (imageIds.includes(image.summary.id) ? change(image) : image))
    this.#emit('images.changed', { collections: false })
    return null
  }

  #submit(id: string, request: ImageRequest): CallOutput<'images.submit'> {
    const known = this.#jobs.find((job) => job.id === id)
    if (known !== undefined) return known
    const job: ImageJob = {
      id,
      request,
      status: 'sending',
      error: null,
      attempts: 1,
      createdAt: Date.now(),
      sentAt: Date.now(),
      retryAt: null,
      endedAt: null,
      outcomes: [],
    }
    this.requests.push(request)
    this.#jobs = [job, ...this.#jobs]
    this.#emit('images.job', job)
    const { manner } = this
    // the page hears of the job by the answer to its call
    setImmediate(() => {
      if (manner.is === 'lost') this.#lose(job, manner.error)
      else void this.#make(job)
    })
    return job
  }

  #lose(job: ImageJob, error: AppError): void {
    const lost: ImageJob = { ...job, status: 'unknown', error, endedAt: Date.now() }
    this.#jobs = this.#jobs.map((one) => (one.id === job.id ? lost : one))
    this.#emit('images.job', lost)
  }

  async #make(job: ImageJob): Promise<void> {
    const [width, height] = sizeOf(job.request)
    const media = await this.#files.addDrawn(width, height)
    const made = Array.from({ length: job.request.n }, () => ({
      job,
      isDeleted: false,
      summary: {
        id: randomUUID(),
        media,
        thumbnailId: null,
        promptStart: job.request.prompt.slice(0, 200),
        model: job.request.model,
        createdAt: Date.now(),
        favourite: false,
        edited: job.request.edit !== null,
      },
    }))
    this.#images = [...made, ...this.#images]
    this.#jobs = this.#jobs.filter(({ id }) => id !== job.id)
    const outcomes = made.map(({ summary }) => ({
      state: 'saved' as const,
      imageId: summary.id,
      error: null,
      canRefetch: false,
      link: null,
    }))
    this.#emit('images.job', { ...job, status: 'done', endedAt: Date.now(), outcomes })
    this.#emit('images.changed', { collections: false })
  }

  #remove(jobId: string): null {
    this.#jobs = this.#jobs.filter(({ id }) => id !== jobId)
    this.#emit('images.jobRemoved', { jobId })
    return null
  }
}

function sizeOf({ size }: ImageRequest): readonly [number, number] {
  const read = size === null ? null : parseSize(size)
  return read === null ? [64, 48] : [read.width, read.height]
}

function facetsOf(values: readonly string[]): { value: string; count: number }[] {
  return [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }))
}
