import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaLibrary } from '../../src/main/media/library.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { ImageJobs } from '../../src/main/storage/image-jobs.ts'
import { Images } from '../../src/main/storage/images.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { VideoJobs } from '../../src/main/storage/video-jobs.ts'
import { drawn } from '../fakes/drawn-pictures.ts'
import { randomFrom } from '../fakes/seeded-random.ts'
import { finishedImage } from './gallery-seed.ts'
import { seedConversation } from './seed.ts'
import { finishedVideo } from './videos-seed.ts'
import { writing } from './writing.ts'

const years = 3 * 365 * 86_400_000
/** One conversation has 10,000 messages, the others 100 each: 200,000 in all. */
const [longest, short, shortCount] = [10_000, 100, 1_900] as const
const mediaCount = 10_000

/**
 * Fills a data folder with 200,000 messages in three scripts and 10,000 pictures and videos, over three years, through
 * the app's own storage. Returns the messages.
 */
export async function seedHistory(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { database } = openStorage(folder, Date.now())
  const random = randomFrom(6)
  const write = writing(random)
  const start = Date.now() - years
  const all: string[] = []
  for (let at = 0; at <= shortCount; at += 1) {
    const length = at === shortCount / 2 ? longest : short
    const texts = Array.from({ length }, () => write(4 + Math.floor(random() ** 2 * 90)))
    const createdAt = Math.round(start + (at / shortCount) * years)
    database.transaction(() => seedConversation(database, { title: write(4), texts, createdAt }))
    for (const text of texts) all.push(text)
  }
  await seedMedia(database, folder, start, write)
  database.close()
  return all
}

/** Four pictures per video; each is a separate file, made from a few originals. */
async function seedMedia(
  database: Database,
  folder: string,
  start: number,
  write: (words: number) => string,
): Promise<void> {
  const library = new MediaLibrary(folder, new MediaItems(database), () => Date.now())
  const [imageJobs, images, videos] = [new ImageJobs(database), new Images(database), new VideoJobs(database)]
  const pictures = await Promise.all(Array.from({ length: 60 }, (_value, at) => picture(at * 6)))
  const film = await readFile(join(import.meta.dirname, '../../resources/demo-gateway/landscape-5.mp4'))
  const [width, height] = [320, 180]
  for (let index = 0; index < mediaCount; index += 1) {
    const createdAt = Math.round(start + (index / mediaCount) * years)
    const drawn = pictures[index % pictures.length] ?? film
    const thumbnail = await library.addMedia(another(drawn, index), { mime: 'image/jpeg', width, height })
    const prompt = write(20)
    if (index % 5 === 0) {
      const bytes = another(film, index)
      const media = await library.addMedia(bytes, { mime: 'video/mp4', width: 640, height: 360 })
      const about = { model: 'demo-video-landscape', prompt, mediaId: media.id, bytes: bytes.length }
      const job = finishedVideo({ ...about, favourite: false, createdAt })
      database.transaction(() => {
        videos.insertJob(job)
        videos.setPoster(job.id, thumbnail.id)
        videos.markSeen([job.id], createdAt)
      })
    } else {
      const media = await library.addMedia(another(drawn, mediaCount + index), { mime: 'image/jpeg', width, height })
      const files = { mediaId: media.id, thumbnailId: thumbnail.id, width, height }
      const made = finishedImage({ ...files, prompt, favourite: index % 17 === 0, createdAt })
      database.transaction(() => {
        imageJobs.insertJob(made.job)
        images.insertImage(made.image)
      })
    }
  }
}

/** Appends a few bytes, which change the hash and which decoders ignore. */
function another(bytes: Uint8Array, index: number): Uint8Array {
  return Buffer.concat([bytes, Buffer.from(`\0\0\0\x10free${String(index).padStart(8, '0')}`, 'latin1')])
}

async function picture(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="100%" height="100%" fill="hsl(${hue} 45% 80%)"/><circle cx="${hue}" cy="90" r="70" fill="hsl(${hue + 40} 60% 55%)"/></svg>`
  return await drawn(svg, 'jpeg')
}
