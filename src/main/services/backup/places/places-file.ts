import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { backupContentsSchema } from '../../../../shared/backup.ts'
import { fail } from '../../../../shared/errors.ts'
import type { Notice } from '../../../../shared/notice.ts'
import { placeSchema, placeTargetSchema } from '../../../../shared/places.ts'
import type { Ports } from '../../../platform.ts'
import { replaceFile } from '../../../storage/folder-sync.ts'
import { OwnFiles, uuidName } from '../../../storage/own-files.ts'

const fileName = 'places.json'
const knownMax = 500

const knownSchema = z.object({
  /** Name of the manifest. */
  name: z.string(),
  contents: backupContentsSchema.nullable(),
})

const storedPlaceSchema = z.object({
  /** Id of the place, which is also the name of its folder. */
  id: z.uuid(),
  name: z.string(),
  target: placeTargetSchema,
  hasSecret: z.boolean(),
  automatic: z.boolean(),
  paused: z.boolean(),
  last: placeSchema.unwrap().shape.last,
  failed: placeSchema.unwrap().shape.failed,
  /** True if bytes there were found changed: the next upload compares everything that its backup needs. */
  doubted: z.boolean().default(false),
  /** Backups that this computer sent and read back. */
  known: z.array(knownSchema).max(knownMax).readonly(),
})
/** A place as it is stored; its password is in the keychain. */
export type StoredPlace = Readonly<z.infer<typeof storedPlaceSchema>>

const fileSchema = z.object({
  /** Id that names this data folder's files at every place; never adopted from a backup. */
  computer: z.string().regex(/^[0-9a-f]{16}$/),
  places: z.array(storedPlaceSchema).readonly(),
})

export interface PlacesFileParts extends Pick<Ports, 'clock' | 'log'> {
  /** The folder of local backups. */
  readonly folder: string
  readonly notify: (notice: Notice) => void
}

/** The list of places, in the backup folder. A file that cannot be read is set aside, and the user is notified. */
export class PlacesFile {
  private readonly folder: string
  private readonly log: PlacesFileParts['log']
  private readonly path: string
  private content: Readonly<z.infer<typeof fileSchema>>
  /** True if a file exists that can neither be read nor moved. It is never overwritten. */
  private isStuck = false

  constructor({ clock, folder, log, notify }: PlacesFileParts) {
    this.folder = folder
    this.log = log
    this.path = join(folder, fileName)
    const text = textOf(this.path)
    const found = text === null ? null : parsed(text)
    this.content = found ?? { computer: computerIn(text ?? '') ?? randomBytes(8).toString('hex'), places: [] }
    if (found !== null || !existsSync(this.path)) return
    const aside = `${fileName}.damaged-${clock.now()}`
    try {
      renameSync(this.path, join(folder, aside))
      notify({ code: 'places_set_aside', file: aside })
    } catch {
      this.isStuck = true
    }
    log('warn', 'places.damaged', { aside, moved: !this.isStuck })
  }

  /** Id of this data folder at all places. */
  get computer(): string {
    return this.content.computer
  }

  get places(): readonly StoredPlace[] {
    return this.content.places
  }

  findPlace(id: string): StoredPlace | null {
    return this.content.places.find((place) => place.id === id) ?? null
  }

  /** Adds or replaces a place and syncs it to disk. */
  putPlace(place: StoredPlace): void {
    const known = place.known.slice(-knownMax)
    const isNew = this.findPlace(place.id) === null
    const places = isNew
      ? [...this.content.places, place]
      : this.content.places.map((other) => (other.id === place.id ? { ...place, known } : other))
    this.writePlaces(places)
  }

  /** Changes some fields of a place; does nothing if it is gone. */
  change(id: string, changes: Partial<Omit<StoredPlace, 'id'>>): void {
    const place = this.findPlace(id)
    if (place !== null) this.putPlace({ ...place, ...changes })
  }

  removePlace(id: string): void {
    this.writePlaces(this.content.places.filter((place) => place.id !== id))
  }

  /**
   * Removes partial uploads to places of a list that was set aside, because no job would continue them. Never throws.
   */
  async removeStrays(): Promise<void> {
    if (this.isStuck) return
    const folder = stagingFolder(this.folder)
    // looked up anew for each: a place may be added meanwhile
    for (const name of ownPlaceFolders(this.folder).recordedNames())
      if (this.findPlace(name) === null)
        await rm(join(folder, name), { recursive: true, force: true }).catch(() =>
          this.log('warn', 'a stray folder of a place stays'),
        )
  }

  private writePlaces(places: readonly StoredPlace[]): void {
    if (this.isStuck) fail('storage_read_only', 'the list of places cannot be replaced')
    const content = { ...this.content, places }
    replaceFile(this.path, JSON.stringify(content))
    this.content = content
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function parsed(text: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Returns this data folder's id from a damaged file, so that uploads continue to places that are added again. */
function computerIn(text: string): string | null {
  return /"computer":"([0-9a-f]{16})"/.exec(text)?.[1] ?? null
}

/** Folder of partial transfers, with a subfolder for each place, named by its id. */
export const stagingFolder = (backups: string): string => join(backups, '.places')

/** Returns the folder of a partial upload to a place, or of a partial download from it. */
export function placeFolder(backups: string, id: string, purpose: 'sending' | 'fetching'): string {
  // ids are UUIDs, checked by the contract
  const own = ownPlaceFolders(backups)
  if (!own.recordedNames().includes(id)) {
    if (existsSync(join(stagingFolder(backups), id))) own.adopt(id)
    else own.newFolder(id)
  }
  const folder = join(stagingFolder(backups), id, purpose)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function ownPlaceFolders(backups: string): OwnFiles {
  return new OwnFiles(stagingFolder(backups), uuidName)
}
