import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { hashOf, isSound } from '../../storage/sound-file.ts'
import { type BackupManifest, databaseName, manifestName, mediaName, settingsName } from './backup-archive.ts'

/** Contents of a backup. */
export interface BackupParts {
  readonly manifest: Omit<BackupManifest, 'media' | 'missing' | 'database'> & {
    readonly rows: BackupManifest['database']['rows']
  }
  /** Path of a database copy that nobody writes to. */
  readonly database: string
  /** The settings as JSON; never a key. */
  readonly settings: string
  readonly media: readonly { readonly id: string; readonly bytes: number; readonly path: string }[]
}

/**
 * Writes a backup into the new file `to` and syncs it to disk; returns its manifest.
 * Media files are read twice, first for their hash; a missing or changed file is listed as missing. `onBytes` counts
 * both reads.
 */
export async function writeArchive(
  to: string,
  parts: BackupParts,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<BackupManifest> {
  const { rows, ...about } = parts.manifest
  const databaseBytes = (await stat(parts.database)).size
  const sha256 = await hashOf(createReadStream(parts.database))
  const there: { id: string; bytes: number }[] = []
  const missing: string[] = []
  let hashed = 0
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(parts.settings), settingsName)
  zip.addFile(parts.database, databaseName)
  for (const { id, bytes: length, path } of parts.media) {
    // a file with the wrong content would make the whole backup invalid
    if (await isSound(path, id, length)) {
      hashed += length
      onBytes(hashed)
      // media are compressed already
      zip.addFile(path, mediaName(id), { compress: false })
      there.push({ id, bytes: length })
    } else missing.push(id)
  }
  const manifest: BackupManifest = {
    ...about,
    database: { bytes: databaseBytes, sha256, rows },
    media: there,
    missing,
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName)
  zip.end()
  let written = 0
  zip.outputStream.on('data', (chunk: Buffer) => {
    written += chunk.length
    onBytes(hashed + written)
  })
  // a file that vanishes during reading must fail the whole backup
  const broken = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  await Promise.race([
    pipeline(zip.outputStream, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal }),
    broken,
  ])
  const file = await open(to, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return manifest
}
