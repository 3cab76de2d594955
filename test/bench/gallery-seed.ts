import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { MediaLibrary } from '../../src/main/media/library.ts'
import { thumbnailOf } from '../../src/main/media/picture-conversion.ts'
import { ImageJobs } from '../../src/main/storage/image-jobs.ts'
import { Images } from '../../src/main/storage/images.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import type { ImageRequest } from '../../src/shared/image.ts'
import { drawn } from '../fakes/drawn-pictures.ts'

const sizes = [
  [1024, 1024],
  [1536, 1024],
  [1024, 1536],
] as const

/** Fills a data folder with a gallery of different pictures and thumbnails, through the app's own storage. */
export async function seedGallery(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { database } = openStorage(folder, Date.now())
  const library = new MediaLibrary(folder, new MediaItems(database), () => Date.now())
  const jobs = new ImageJobs(database)
  const images = new Images(database)
  const start = Date.now() - count * 60_000
  const make = async (index: number): Promise<void> => {
    const [width, height] = sizes[index % sizes.length] ?? sizes[0]
    const picture = await drawing(width, height, index)
    const small = await thumbnailOf(picture)
    if (!small) throw new Error('a drawing has no thumbnail')
    const media = await library.addMedia(picture, { mime: 'image/jpeg', width, height })
    const thumbnail = await library.addMedia(small.bytes, {
      mime: 'image/webp',
      width: small.width,
      height: small.height,
    })
    const createdAt = start + index * 60_000
    const prompt = `Drawing ${index + 1}: paper mountains in morning light, muted vermilion, 晨光里的纸山`
    const files = { mediaId: media.id, thumbnailId: thumbnail.id, width, height }
    const made = finishedImage({ ...files, prompt, favourite: index % 17 === 0, createdAt })
    database.transaction(() => {
      jobs.insertJob(made.job)
      images.insertImage(made.image)
    })
  }
  const next = Array.from({ length: count }, (_value, index) => index).values()
  // four at a time, because the encoders run in parallel
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (const index of next) await make(index)
    }),
  )
  database.close()
}

/** A finished job with one image, as stored. */
export function finishedImage(about: {
  readonly prompt: string
  readonly mediaId: string
  readonly thumbnailId: string
  readonly width: number
  readonly height: number
  readonly favourite: boolean
  readonly createdAt: number
}): { readonly job: Parameters<ImageJobs['insertJob']>[0]; readonly image: Parameters<Images['insertImage']>[0] } {
  const { createdAt, prompt, ...rest } = about
  const jobId = randomUUID()
  const size = `${about.width}x${about.height}`
  const request: ImageRequest = {
    connectionId: 'environment',
    model: 'demo-image-2',
    prompt,
    n: 1,
    size,
    quality: null,
    responseFormat: null,
    edit: null,
  }
  const job = {
    id: jobId,
    request,
    status: 'done',
    error: null,
    attempts: 1,
    gatewayUrl: null,
    createdAt,
    sentAt: createdAt,
    retryAt: null,
    answeredAt: createdAt,
    endedAt: createdAt,
    dismissedAt: null,
    pieces: [],
  } as const
  const image = {
    ...rest,
    id: randomUUID(),
    jobId,
    position: 0,
    rawMediaId: null,
    sourceImageId: null,
    edited: false,
    model: request.model,
    askedSize: size,
    createdAt,
    deletedAt: null,
    prompt,
    revisedPrompt: null,
  }
  return { job, image }
}

/** A picture with soft colours and hard edges, different for every index. */
async function drawing(width: number, height: number, index: number): Promise<Buffer> {
  const hue = (index * 47) % 360
  const shapes = Array.from({ length: 12 }, (_value, at) => {
    const x = (index * 131 + at * 257) % width
    const y = (index * 71 + at * 193) % height
    return `<circle cx="${x}" cy="${y}" r="${40 + ((index + at * 37) % 160)}" fill="hsl(${(hue + at * 23) % 360} 60% 55%)" opacity="0.7"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 80%)"/>${shapes.join('')}</svg>`
  return await drawn(svg, 'jpeg')
}
