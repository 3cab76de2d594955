import { fail } from '../../../shared/errors.ts'
import type { ImageDetail, ImageFacets, ImageRequest } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { ImageJobs } from '../../storage/image-jobs.ts'
import type { Images, StoredImage } from '../../storage/images.ts'
import type { ItemCollections } from '../../storage/item-collections.ts'
import { promptNames } from '../media/prompt-names.ts'

/** Maximum number of ancestors shown, and of descendants. */
const ancestorsMax = 50
const descendantsMax = 500

export interface GalleryServiceParts extends Pick<Ports, 'events' | 'clock'> {
  readonly database: Database
  readonly images: Images
  readonly jobs: ImageJobs
  readonly collections: ItemCollections
  readonly library: MediaLibrary
}

/** The gallery: images, their recipes, and the user's collections and favourites. */
export class GalleryService {
  private readonly parts: GalleryServiceParts

  constructor(parts: GalleryServiceParts) {
    this.parts = parts
  }

  listImages({ filter, offset, limit, shapes }: CallInput<'images.list'>): CallOutput<'images.list'> {
    const { images } = this.parts
    const page = images.imagePage(filter, offset, limit)
    return shapes === true ? { ...page, ratios: images.ratios(filter) } : page
  }

  ids({ filter }: CallInput<'images.ids'>): readonly string[] {
    return this.parts.images.ids(filter)
  }

  facets(): ImageFacets {
    return this.parts.images.facets()
  }

  get({ imageId }: CallInput<'images.get'>): ImageDetail {
    const { collections, images, jobs } = this.parts
    const image = images.findImage(imageId) ?? fail('not_found', 'no such image')
    const job = jobs.findJob(image.jobId) ?? fail('internal', 'an image without its job')
    const [summary] = images.summaries([imageId])
    const batch = images.idsOfJob(job.id)
    return {
      summary: summary ?? fail('not_found', 'no such image'),
      jobId: job.id,
      request: job.request,
      index: batch.indexOf(imageId),
      count: batch.length,
      revisedPrompt: image.revisedPrompt,
      raw: this.mediaItem(image.rawMediaId),
      source: this.mediaItem(job.request.edit?.sourceId ?? null),
      mask: this.mediaItem(job.request.edit?.maskId ?? null),
      references: this.references(job.request),
      collectionIds: collections.collectionsOf(imageId),
      ancestors: images.summaries(this.ancestors(image)),
      descendants: images.summaries(images.descendants(imageId, descendantsMax)),
      siblings: images.summaries(batch.filter((id) => id !== imageId)),
    }
  }

  private references({ edit }: ImageRequest): ImageDetail['references'] {
    return (edit?.references ?? []).flatMap(({ imageId, mediaId }) => {
      const media = this.mediaItem(mediaId)
      const [image = null] = imageId === null ? [] : this.parts.images.summaries([imageId])
      return media === null ? [] : [{ media, image }]
    })
  }

  setFavourite({ imageIds, favourite }: CallInput<'images.setFavourite'>): null {
    this.parts.images.setFavourite(imageIds, favourite)
    this.parts.events.emit('images.changed', { collections: false })
    return null
  }

  names({ imageIds }: CallInput<'images.names'>): CallOutput<'images.names'> {
    const found = imageIds.map((id) => {
      const image = this.parts.images.findImage(id) ?? fail('not_found', 'no such image')
      const media = this.mediaItem(image.mediaId) ?? fail('not_found', 'no such file')
      return { mediaId: media.id, mime: media.mime, prompt: image.prompt }
    })
    const names = promptNames(found)
    return found.map(({ mediaId }, index) => ({ mediaId, name: names[index] ?? mediaId }))
  }

  /**
   * Returns the ancestors of an image. Deleted ones are skipped, but their own ancestors are still found. A cycle ends
   * where it closes.
   */
  private ancestors(image: StoredImage): readonly string[] {
    const line: string[] = []
    let next = image.sourceImageId
    while (next !== null && next !== image.id && !line.includes(next) && line.length < ancestorsMax) {
      line.push(next)
      next = this.parts.images.findEvenDeleted(next)?.sourceImageId ?? null
    }
    return line
  }

  private mediaItem(id: string | null): MediaItem | null {
    return id === null ? null : this.parts.library.findMedia(id)
  }
}
