import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backupContentsSchema } from '../../../../shared/backup.ts'
import { placeSchema, placeTargetSchema } from '../../../../shared/places.ts'
import { replaceFile } from '../../../storage/folder-sync.ts'

const fileName = 'places.json'
const knownMax = 500

const knownSchema = z.object({
  /** Name of the manifest. */
  name: z.string(),
  contents: backupContentsSchema.nullable(),
})

const storedPlaceSchema = z.object({
  /** Names a folder too. */
  id: z.uuid(),
  name: z.string(),
  target: placeTargetSchema,
  hasSecret: z.boolean(),
  automatic: z.boolean(),
  paused: z.boolean(),
  last: placeSchema.unwrap().shape.last,
  failed: placeSchema.unwrap().shape.failed,
  /** Backups that this computer sent and read back. */
  known: z.array(knownSchema).max(knownMax).readonly(),
})
/** A place as it is stored; its password is in the keychain. */
export type StoredPlace = Readonly<z.infer<typeof storedPlaceSchema>>

const fileSchema = z.object({
  /** Names this data folder's files at every place; never taken from a backup. */
  computer: z.string().regex(/^[0-9a-f]{16}$/),
  places: z.array(storedPlaceSchema).readonly(),
})

/** The list of places, in the backup folder. An unreadable file counts as none. */
export class PlacesFile {
  private readonly path: string
  private content: Readonly<z.infer<typeof fileSchema>>

  constructor(folder: string) {
    this.path = join(folder, fileName)
    this.content = read(this.path) ?? { computer: randomBytes(8).toString('hex'), places: [] }
  }

  /** Id of this data folder at all places. */
  get computer(): string {
    return this.content.computer
  }

  get places(): readonly StoredPlace[] {
    return this.content.places
  }

  find(id: string): StoredPlace | null {
    return this.content.places.find((place) => place.id === id) ?? null
  }

  /** Adds or replaces a place and syncs it to disk. */
  put(place: StoredPlace): void {
    const known = place.known.slice(-knownMax)
    const isNew = this.find(place.id) === null
    const places = isNew
      ? [...this.content.places, place]
      : this.content.places.map((other) => (other.id === place.id ? { ...place, known } : other))
    this.write(places)
  }

  /** Changes some fields of a place; nothing if it is gone. */
  change(id: string, changes: Partial<Omit<StoredPlace, 'id'>>): void {
    const place = this.find(id)
    if (place !== null) this.put({ ...place, ...changes })
  }

  remove(id: string): void {
    this.write(this.content.places.filter((place) => place.id !== id))
  }

  private write(places: readonly StoredPlace[]): void {
    const content = { ...this.content, places }
    replaceFile(this.path, JSON.stringify(content))
    this.content = content
  }
}

function read(path: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Folder of what is partly sent to a place or fetched from it. */
export function placeFolder(backups: string, id: string, purpose: 'sending' | 'fetching'): string {
  // ids are UUIDs, checked by the contract
  const folder = join(backups, '.places', id, purpose)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
