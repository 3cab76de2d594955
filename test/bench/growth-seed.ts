import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MediaLibrary } from '../../src/main/media/library.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { ImageJobs } from '../../src/main/storage/image-jobs.ts'
import { Images } from '../../src/main/storage/images.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { Preferences } from '../../src/main/storage/preferences.ts'
import { Spending } from '../../src/main/storage/spending.ts'
import type { Price } from '../../src/shared/prices.ts'
import { randomFrom } from '../fakes/seeded-random.ts'
import { finishedImage } from './gallery-seed.ts'
import { seedConversation } from './seed.ts'
import { writing } from './writing.ts'

const years = 10 * 365 * 86_400_000
/** Messages of a usual chat; the longest chat has a hundredth of all, at most `longestMax`. */
const [usual, longestMax] = [20, 10_000] as const

/** Ids of seeded chats. */
export interface Grown {
  readonly chats: readonly string[]
  readonly longest: string
  readonly words: readonly string[]
}

/**
 * Fills a data folder with messages over ten years, a picture for every tenth and a paid request for every second of
 * them, through the app's own storage. The pictures' files hold only a number.
 */
export function seedGrowth(folder: string, messages: number): Grown {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { database } = openStorage(folder, Date.now())
  new Preferences(database).set('default-connection', 'environment')
  const write = writing(randomFrom(36))
  const start = Date.now() - years
  const longestLength = Math.min(longestMax, messages / 100)
  const count = Math.ceil((messages - longestLength) / usual)
  const chats: string[] = []
  const words: string[] = []
  const seedChat = (length: number, at: number): string => {
    const texts = Array.from({ length }, () => write(30))
    words.push((texts[0] ?? '').slice(0, 12))
    const createdAt = Math.round(start + (at / count) * years)
    return seedConversation(database, { title: write(4), texts, createdAt })
  }
  for (let from = 0; from < count; from += 500)
    database.transaction(() => {
      for (let at = from; at < Math.min(count, from + 500); at += 1) chats.push(seedChat(usual, at))
    })
  const longest = database.transaction(() => seedChat(longestLength, count - 1))
  seedPaid(database, messages / 2, start, chats)
  seedPictures(database, folder, { count: messages / 10, start, write })
  database.close()
  return { chats, longest, words: words.filter((_word, at) => at % Math.ceil(words.length / 40) === 0) }
}

function seedPaid(database: Database, count: number, start: number, chats: readonly string[]): void {
  const spending = new Spending(database)
  const price: Price = {
    ...{ model: 'demo-chat', connectionId: '', currency: 'CNY', input: 1e9, cached: null, output: 2e9 },
    ...{ image: null, second: null, minute: null },
  }
  for (let from = 0; from < count; from += 5_000)
    database.transaction(() => {
      for (let at = from; at < Math.min(count, from + 5_000); at += 1)
        spending.addSpending({
          ...{ id: randomUUID(), at: Math.round(start + (at / count) * years), kind: 'chat', model: 'demo-chat' },
          ...{ connectionId: 'environment', connection: 'Demo', itemId: chats[at % chats.length] ?? '' },
          ...{ promptTokens: 400, outputTokens: 200, price, cost: 800_000 },
        })
    })
}

function seedPictures(
  database: Database,
  folder: string,
  about: { readonly count: number; readonly start: number; readonly write: (words: number) => string },
): void {
  const { count, start, write } = about
  const [items, jobs, images] = [new MediaItems(database), new ImageJobs(database), new Images(database)]
  const library = new MediaLibrary(folder, items, () => start)
  const [width, height] = [1024, 1024]
  const addFile = (at: number, mime: 'image/jpeg' | 'image/webp'): string => {
    const bytes = Buffer.from(`${mime} ${at}`)
    const id = createHash('sha256').update(bytes).digest('hex')
    const path = library.pathOf(id)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // the library's own way waits for the disk after each file
    writeFileSync(path, bytes, { mode: 0o600 })
    items.addMediaItem({ id, mime, bytes: bytes.length, width, height }, start)
    return id
  }
  for (let from = 0; from < count; from += 1_000)
    database.transaction(() => {
      for (let at = from; at < Math.min(count, from + 1_000); at += 1) {
        const createdAt = Math.round(start + (at / count) * years)
        const files = { mediaId: addFile(at, 'image/jpeg'), thumbnailId: addFile(at, 'image/webp'), width, height }
        const made = finishedImage({ ...files, prompt: write(12), favourite: at % 17 === 0, createdAt })
        jobs.insertJob(made.job)
        images.insertImage(made.image)
      }
    })
}
