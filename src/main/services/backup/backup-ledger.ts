import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backupSchema } from '../../../shared/backup.ts'
import { removeTorn, replaceFile } from '../../storage/folder-sync.ts'

const fileName = 'verified.json'

const notedSchema = backupSchema
  .unwrap()
  .pick({ madeAt: true, origin: true, verifiedAt: true, contents: true, error: true })
  .extend({
    /** The file's size and modification time in ms; a file that differs is unknown. */
    bytes: z.number(),
    modifiedAt: z.number(),
    /** SHA-256 of its manifest if it was made in this data folder; identifies the backup under any name. */
    madeHere: z.string().nullable().default(null),
  })
const ledgerSchema = z.record(z.string(), notedSchema)
/** Facts about a backup's file from when it was last checked. */
export type Noted = Readonly<z.infer<typeof notedSchema>>

/** Ledger of checked backups. A missing or unreadable ledger is empty, and logs so. */
export class BackupLedger {
  private readonly folder: string
  private notes: Readonly<Record<string, Noted>>

  constructor(folder: string) {
    this.folder = folder
    // a partial file of a killed app
    removeTorn(join(folder, `${fileName}.new`), '{"')
    this.notes = read(join(folder, fileName))
  }

  /** Returns the ledger's entry for a file; null if the file has changed. */
  findNoted(name: string, file: { readonly bytes: number; readonly modifiedAt: number }): Noted | null {
    const noted = Object.hasOwn(this.notes, name) ? this.notes[name] : undefined
    return noted?.bytes === file.bytes && noted.modifiedAt === file.modifiedAt ? noted : null
  }

  /** Hashes of the manifests of all backups made here. */
  ownManifests(): readonly string[] {
    return Object.values(this.notes).flatMap(({ madeHere }) => (madeHere === null ? [] : [madeHere]))
  }

  /** Records the result of a check and syncs it to disk. */
  recordCheck(name: string, noted: Noted): void {
    this.writeNotes({ ...this.notes, [name]: noted })
  }

  forgetBackup(name: string): void {
    this.writeNotes(Object.fromEntries(Object.entries(this.notes).filter(([other]) => other !== name)))
  }

  private writeNotes(notes: Readonly<Record<string, Noted>>): void {
    replaceFile(join(this.folder, fileName), JSON.stringify(notes))
    this.notes = notes
  }
}

function read(path: string): Readonly<Record<string, Noted>> {
  try {
    return ledgerSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
