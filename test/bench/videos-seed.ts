import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaLibrary } from '../../src/main/media/library.ts'
import { queuedProgress } from '../../src/main/services/videos/video-progress.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { VideoJobs } from '../../src/main/storage/video-jobs.ts'
import { drawn } from '../fakes/drawn-pictures.ts'

/** Fills a data folder with finished videos, each with its own poster, through the app's own storage. */
export async function seedVideos(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { database } = openStorage(folder, Date.now())
  const library = new MediaLibrary(folder, new MediaItems(database), () => Date.now())
  const jobs = new VideoJobs(database)
  const resources = join(import.meta.dirname, '../../resources/demo-gateway')
  const start = Date.now() - count * 600_000
  for (let index = 0; index < count; index += 1) {
    const landscape = index % 3 !== 0
    const [width, height] = landscape ? [640, 360] : [360, 640]
    const file = await readFile(join(resources, landscape ? 'landscape-5.mp4' : 'portrait-5.mp4'))
    // a few appended bytes change the hash, and players ignore them
    const bytes = Buffer.concat([file, Buffer.from(`\0\0\0\x10free${String(index).padStart(8, '0')}`, 'latin1')])
    const media = await library.addMedia(bytes, { mime: 'video/mp4', width, height })
    const hue = (index * 47) % 360
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 60%)"/><circle cx="${(index * 31) % width}" cy="${(index * 17) % height}" r="90" fill="hsl(${hue + 40} 60% 75%)"/></svg>`
    const picture = await drawn(svg, 'jpeg')
    const poster = await library.addMedia(picture, { mime: 'image/jpeg', width, height })
    const createdAt = start + index * 600_000
    const job = finishedVideo({
      model: landscape ? 'demo-video-landscape' : 'demo-video',
      prompt: `Film ${index + 1}: a paper boat leaves the harbour in morning light, slow pan, 纸船在晨光里离开港口`,
      mediaId: media.id,
      bytes: bytes.length,
      favourite: index % 17 === 0,
      createdAt,
    })
    database.transaction(() => {
      jobs.insertJob(job)
      jobs.setPoster(job.id, poster.id)
      jobs.setFavourite(job.favourite ? [job.id] : [], true)
      jobs.markSeen([job.id], createdAt + 60_000)
    })
  }
  database.close()
}

/** A finished job of a five-second video, as stored. */
export function finishedVideo(about: {
  readonly model: string
  readonly prompt: string
  readonly mediaId: string
  readonly bytes: number
  readonly favourite: boolean
  readonly createdAt: number
}): Parameters<VideoJobs['insertJob']>[0] {
  const { createdAt, favourite, mediaId } = about
  return {
    ...queuedProgress,
    id: randomUUID(),
    request: { connectionId: 'environment', model: about.model, prompt: about.prompt, duration: 5 },
    status: 'done',
    attempts: 1,
    taskId: randomUUID(),
    word: 'completed',
    polls: 3,
    createdAt,
    sentAt: createdAt,
    acceptedAt: createdAt + 400,
    polledAt: createdAt + 30_000,
    received: about.bytes,
    total: about.bytes,
    mediaId,
    videoDuration: 5000,
    endedAt: createdAt + 31_000,
    posterId: null,
    favourite,
    seenAt: createdAt + 60_000,
    deletedAt: null,
  }
}
