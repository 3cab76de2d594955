import { createCipheriv, createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MediaLibrary } from '../../src/main/media/library.ts'
import { Conversations } from '../../src/main/storage/conversations.ts'
import { Database } from '../../src/main/storage/database.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { Messages } from '../../src/main/storage/messages.ts'
import { databasePath, openStorage } from '../../src/main/storage/open.ts'
import type { MediaItem } from '../../src/shared/media.ts'
import { conversation, storedMessage } from './storage.ts'

export interface Filling {
  readonly messages: number
  /** Number of library files, each attached to a message. */
  readonly files: number
  /** Bytes of each file. */
  readonly fileBytes?: number
  /** Whether the files are noise, as compressed media are. */
  readonly noise?: boolean
  /** Makes texts and files differ from those of another folder. */
  readonly mark?: string
}

/** Fills a data folder with conversations and pictures as the app does; returns the ids of the files. */
export async function fillDataFolder(folder: string, filling: Filling): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  const { database } = openStorage(folder, 1)
  const mark = filling.mark ?? 'm'
  const library = new MediaLibrary(folder, new MediaItems(database), () => 1)
  const items: MediaItem[] = []
  for (let index = 0; index < filling.files; index += 1) {
    const length = filling.fileBytes ?? 5000
    const name = `${mark} ${index} `
    const bytes = filling.noise === true ? noiseOf(length, name) : Buffer.alloc(length, name)
    items.push(await library.addMedia(bytes, { mime: 'image/png', width: 1, height: 1 }))
  }
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  database.transaction(() => {
    let parentId: string | null = null
    for (let index = 0; index < filling.messages; index += 1) {
      const conversationId = `${mark}-c${Math.floor(index / 100)}`
      if (index % 100 === 0) {
        conversations.insertConversation(conversation(conversationId))
        parentId = null
      }
      const item = items[index]
      const id = `${mark}-${index}`
      messages.insertMessage(
        storedMessage(id, {
          conversationId,
          parentId,
          text: `${mark} ${index}: 茶与桥 ${createHash('sha256').update(id).digest('base64')}`,
          attachments: item === undefined ? [] : [item],
          createdAt: 1000 + index,
        }),
      )
      parentId = id
    }
  })
  database.close()
  return items.map(({ id }) => id)
}

/** Bytes without repetitions, the same for the same name. */
export function noiseOf(length: number, name: string): Buffer {
  const key = createHash('sha256').update(name).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

/**
 * Hashes everything in a data folder: each table's rows in order, and each library file by name. The search tables can
 * be left out, because the app keeps filling them.
 */
export function holdingsOf(folder: string): Readonly<Record<string, string>> {
  const database = new Database(databasePath(folder), { readonly: true })
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
      .all()
      .map(({ name }) => String(name))
      // a restored or moved folder has another writer, which owns its jobs
      .filter((name) => !name.startsWith('search_') && name !== 'writer')
    const rows = tables.map((name) => {
      const hash = createHash('sha256')
      const all = database.prepare(`SELECT * FROM "${name}"`).all()
      // a restore of a foreign backup marks its texts as those of others
      for (const row of all.map(({ owner: _, untrusted: __, ...row }) => JSON.stringify(row)).toSorted())
        hash.update(`${row}\n`)
      return [name, `${all.length} ${hash.digest('hex')}`] as const
    })
    return Object.fromEntries([...rows, ...mediaOf(folder)])
  } finally {
    database.close()
  }
}

function mediaOf(folder: string): (readonly [string, string])[] {
  const media = join(folder, 'media')
  if (!existsSync(media)) return []
  return readdirSync(media, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map(
      (entry) =>
        [
          entry.name,
          createHash('sha256')
            .update(readFileSync(join(entry.parentPath, entry.name)))
            .digest('hex'),
        ] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
