import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type BackupContents, backupContentsSchema } from '../../../../shared/backup.ts'
import { fail } from '../../../../shared/errors.ts'
import { packBytesMax } from '../../../../shared/places-limits.ts'
import { openSealed, sealFile } from '../sealed-file.ts'
import { type ManifestName, packName } from './placed-names.ts'

/**
 * The manifest of a backup at a place: a line that lists its packs, then a sealed file. The line can be read without
 * the passphrase, so that packs in use are known; the sealed part repeats it.
 */
const magic = 'ATELIER MANIFEST 1\n'
/** Largest manifest, in bytes. */
export const manifestBytesMax = 32 * 1024 * 1024
const piecesMax = 200_000

const packSchema = z.tuple([z.string().regex(packName), z.number().int().min(1).max(packBytesMax)])
const lineSchema = z.strictObject({ packs: z.array(packSchema).max(piecesMax) })

const sealedSchema = z.strictObject({
  format: z.literal(1),
  /** The data key in hex. */
  key: z.string(),
  /** ms since 1970. */
  madeAt: z.number(),
  /** Missing in manifests of earlier versions. */
  origin: z.enum(['automatic', 'by-hand']).optional(),
  contents: backupContentsSchema.nullable(),
  /** Length and SHA-256 of the plain backup file. */
  bytes: z.number().int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Pieces in order: keyed hash of the content, pack, length. */
  pieces: z
    .array(z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.string().regex(packName), z.number().int().min(1)]))
    .max(piecesMax),
  packs: lineSchema.shape.packs,
})
export type SealedManifest = z.infer<typeof sealedSchema>

/** A pack by its name and length. */
export interface Pack {
  readonly name: string
  readonly bytes: number
}

export interface OpenedManifest extends SealedManifest {
  readonly contents: BackupContents | null
}

/** Returns the packs that a manifest names, by its readable line. Throws an AppFailure `backup_damaged`. */
export function packsOf(bytes: Uint8Array): readonly Pack[] {
  return splitManifest(bytes).packs
}

/**
 * Writes the bytes of a manifest: packs readable, the rest sealed. `work` is a folder for plain text; it is cleared.
 */
export async function writeManifest(content: SealedManifest, passphrase: string, work: string): Promise<Buffer> {
  const [plain, sealed] = [join(work, 'manifest.json'), join(work, 'manifest.sealed')]
  await Promise.all([rm(plain, { force: true }), rm(sealed, { force: true })])
  try {
    await writeFile(plain, JSON.stringify(content), { mode: 0o600 })
    await sealFile(plain, sealed, passphrase, () => undefined)
    const line = JSON.stringify({ packs: content.packs } satisfies z.infer<typeof lineSchema>)
    return Buffer.concat([Buffer.from(`${magic}${line}\n`, 'latin1'), await readFile(sealed)])
  } finally {
    await Promise.all([rm(plain, { force: true }), rm(sealed, { force: true })])
  }
}

/** Opens a manifest file. Throws an AppFailure `wrong_passphrase`, or `backup_damaged` if its parts do not agree. */
export async function openManifest(path: string, passphrase: string, work: string): Promise<OpenedManifest> {
  const { packs, sealed } = splitManifest(await readBounded(path))
  const [closed, opened] = [join(work, 'opening.sealed'), join(work, 'opening.json')]
  await Promise.all([rm(closed, { force: true }), rm(opened, { force: true })])
  try {
    await writeFile(closed, sealed, { mode: 0o600 })
    await openSealed(closed, opened, passphrase, () => undefined)
    const found = sealedSchema.safeParse(fromJson(await readFile(opened, 'utf8')))
    if (!found.success) return fail('backup_damaged', 'a manifest that makes no sense')
    const manifest = found.data
    if (
      !isDeepStrictEqual(
        manifest.packs,
        packs.map(({ name, bytes }) => [name, bytes]),
      )
    )
      fail('backup_damaged', 'the manifest names other packs')
    const named = new Set(packs.map(({ name }) => name))
    if (!manifest.pieces.every(([, pack]) => named.has(pack))) fail('backup_damaged', 'a piece without a pack')
    if (manifest.pieces.reduce((sum, [, , bytes]) => sum + bytes, 0) !== manifest.bytes)
      fail('backup_damaged', 'the pieces have another length')
    return manifest
  } finally {
    await Promise.all([rm(closed, { force: true }), rm(opened, { force: true })])
  }
}

/**
 * Throws an AppFailure `place_changed` if a manifest's name, which anyone at the place can change, differs from the
 * sealed part.
 */
export function mustAgree(
  told: Pick<ManifestName, 'madeAt' | 'origin' | 'bytes'>,
  sealed: Pick<SealedManifest, 'madeAt' | 'origin' | 'bytes'>,
): void {
  if (told.madeAt !== Math.trunc(sealed.madeAt)) fail('place_changed', 'the name has another time')
  if (told.bytes !== sealed.bytes) fail('place_changed', 'the name has another length')
  if (sealed.origin !== undefined && told.origin !== sealed.origin) fail('place_changed', 'the name has another origin')
}

async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    if ((await file.stat()).size > manifestBytesMax) fail('backup_damaged', 'a manifest that is too large')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function splitManifest(bytes: Uint8Array): { readonly packs: readonly Pack[]; readonly sealed: Buffer } {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = all.indexOf(0x0a, magic.length)
  if (end < 0 || all.subarray(0, magic.length).toString('latin1') !== magic)
    return fail('backup_damaged', 'not a manifest')
  const line = lineSchema.safeParse(fromJson(all.subarray(magic.length, end).toString('latin1')))
  if (!line.success) return fail('backup_damaged', 'a manifest whose packs make no sense')
  return { packs: line.data.packs.map(([name, bytes]) => ({ name, bytes })), sealed: all.subarray(end + 1) }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
