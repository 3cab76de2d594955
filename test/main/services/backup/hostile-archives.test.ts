import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../../../src/main/services/backup/backup-maker.ts'
import { proveBackup } from '../../../../src/main/services/backup/backup-proof.ts'
import { sealFile } from '../../../../src/main/services/backup/sealed-file.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'
import { craftedBackup, type RawEntry, rawZip, sha256 } from '../../../fakes/crafted-backup.ts'
import { fillDataFolder } from '../../../fakes/filled-folder.ts'
import { canMount, mountAt } from '../../../fakes/mounted-disk.ts'

let folder: string
let good: Buffer
const at = (...names: string[]): string => join(folder, ...names)
const quiet = (): void => undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-hostile-'))
  await fillDataFolder(at('data'), { messages: 40, files: 3 })
  mkdirSync(at('work'))
  const about = { app: '1', madeAt: 9, settings: '{}', passphrase: null, work: at('work') }
  await makeBackup({ dataFolder: at('data'), path: at('good.atelier-backup'), ...about }, quiet)
  good = readFileSync(at('good.atelier-backup'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Outcome {
  readonly code: string
  /** Bytes written to disk before the refusal. */
  readonly written: number
}

async function outcomeOf(bytes: Uint8Array, passphrase: string | null = null): Promise<Outcome> {
  writeFileSync(at('plain'), bytes)
  rmSync(at('tried'), { force: true })
  if (passphrase === null) writeFileSync(at('tried'), bytes)
  else await sealFile(at('plain'), at('tried'), passphrase, quiet)
  rmSync(at('work'), { recursive: true, force: true })
  mkdirSync(at('work'))
  const code = await proveBackup(
    { dataFolder: at('data'), path: at('tried'), passphrase, work: at('work') },
    quiet,
  ).then(() => 'taken', codeOf)
  const names = readdirSync(at('work')).filter((name) => name !== 'opened.zip')
  return { code, written: names.reduce((sum, name) => sum + statSync(at('work', name)).size, 0) }
}

function codeOf(cause: unknown): string {
  if (cause instanceof AppFailure) return cause.error.code
  throw cause
}

const plain = (name: string, bytes: Uint8Array): RawEntry => ({
  name,
  packed: bytes,
  method: 0,
  bytes: bytes.length,
  crc: crc32(bytes),
})
const packed = (name: string, bytes: Uint8Array): RawEntry => ({
  ...plain(name, bytes),
  packed: deflateRawSync(bytes, { level: 9 }),
  method: 8,
})
const mediaName = (id: string): string => `media/${id.slice(0, 2)}/${id}`
const idOf = (index: number): string => sha256(Buffer.from(`file ${index}`))
const manifestOf = (media: readonly { readonly id: string; readonly bytes: number }[]): Uint8Array =>
  strToU8(
    JSON.stringify({
      format: 1,
      app: '1',
      schema: 7,
      madeAt: 1,
      contents: {
        conversations: 0,
        messages: 0,
        images: 0,
        transcripts: 0,
        videos: 0,
        files: 0,
        fileBytes: 0,
        newest: null,
      },
      database: { bytes: 4096, sha256: idOf(0), rows: {} },
      media,
      missing: [],
    }),
  )

/** One block of zeros under any number of names. */
function oneBlock(times: number): Buffer {
  const block = new Uint8Array(1_400_000)
  const ids = Array.from({ length: times }, (_, index) => idOf(index))
  const first = packed(mediaName(ids[0] ?? ''), block)
  const others = ids.slice(1).map((id): RawEntry => ({ ...first, name: mediaName(id), at: 0 }))
  const manifest = packed('manifest.json', manifestOf(ids.map((id) => ({ id, bytes: block.length }))))
  return rawZip([first, ...others, manifest, plain('atelier.db', new Uint8Array(4096))])
}

describe('a malicious archive', () => {
  test.each<readonly [string, () => Uint8Array]>([
    ['one block under 2,000 names', () => oneBlock(2000)],
    ['one block under 60,000 names', () => oneBlock(60_000)],
    [
      'files that lie within each other',
      () => {
        const inner = rawZip([packed('settings.json', new Uint8Array(100_000))])
        const outer = plain('atelier.db', inner)
        return rawZip([
          outer,
          { ...packed('settings.json', new Uint8Array(100_000)), at: 40 },
          packed('manifest.json', manifestOf([])),
        ])
      },
    ],
    [
      'two files of one name',
      () =>
        rawZip([
          packed('settings.json', strToU8('{}')),
          packed('settings.json', strToU8('[]')),
          packed('manifest.json', manifestOf([])),
        ]),
    ],
    [
      'two manifests',
      () =>
        rawZip([
          packed('manifest.json', manifestOf([])),
          packed('manifest.json', manifestOf([])),
          plain('atelier.db', new Uint8Array(4096)),
        ]),
    ],
    [
      'a manifest that is far longer when unpacked',
      () =>
        rawZip([
          packed('manifest.json', Buffer.alloc(100 * 1024 * 1024, ' ')),
          plain('atelier.db', new Uint8Array(4096)),
        ]),
    ],
    [
      'a manifest of lists in lists',
      () =>
        rawZip([packed('manifest.json', Buffer.alloc(1024 * 1024, '[')), plain('atelier.db', new Uint8Array(4096))]),
    ],
    [
      'a manifest of millions of things',
      () =>
        rawZip([
          packed('manifest.json', Buffer.from(`[${'{},'.repeat(5_000_000)}0]`)),
          plain('atelier.db', new Uint8Array(4096)),
        ]),
    ],
    ['settings of millions of things', () => craftedBackup(good, { settings: `[${'{},'.repeat(4_000_000)}0]` })],
    [
      'a length that is less than what comes',
      () => {
        const database = packed('atelier.db', new Uint8Array(1_000_000))
        return rawZip([{ ...database, bytes: 4096 }, packed('manifest.json', manifestOf([]))])
      },
    ],
    [
      'a content that lies beyond its end',
      () => {
        const database = plain('atelier.db', new Uint8Array(4096))
        return rawZip([packed('manifest.json', manifestOf([])), { ...database, at: 100_000 }])
      },
    ],
    [
      'far more files than it has room for',
      () => {
        const bytes = Buffer.from(good)
        const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
        bytes.writeUInt16LE(0xfffe, end + 8)
        bytes.writeUInt16LE(0xfffe, end + 10)
        return bytes
      },
    ],
  ])('with %s is refused before it is unpacked, under a passphrase as well', async (_what, make) => {
    const bytes = make()
    for (const passphrase of [null, 'words']) {
      const { code, written } = await outcomeOf(bytes, passphrase)
      expect(['backup_damaged', 'not_a_backup']).toContain(code)
      expect(written).toBeLessThan(1024 * 1024)
    }
  })

  test.each([
    '../media',
    '/etc/passwd',
    'C:\\x',
    'media/../../x',
    'media\\00\\x',
    'media/00/x',
    'atelier.db-wal',
    'atelier.db-journal',
    'proof.db',
    'media/',
  ])('a hostile archive with a file of the name %s is refused', async (name) => {
    const entries = [
      plain('atelier.db', new Uint8Array(4096)),
      plain(name, strToU8('x')),
      packed('manifest.json', manifestOf([])),
    ]
    expect(['backup_damaged', 'not_a_backup']).toContain((await outcomeOf(rawZip(entries))).code)
  })

  test.skipIf(!canMount)('a hostile archive is not unpacked if the disk has no space for it', async () => {
    rmSync(at('work'), { recursive: true, force: true })
    mkdirSync(at('work'))
    const unmount = mountAt(at('work'), '-t', 'tmpfs', '-o', 'size=200k', 'tmpfs')
    try {
      writeFileSync(at('tried'), good)
      const opening = { dataFolder: at('data'), path: at('tried'), passphrase: null, work: at('work') }
      expect(await proveBackup(opening, quiet).then(() => 'taken', codeOf)).toBe('storage_full')
      expect(readdirSync(at('work'))).toEqual([])
    } finally {
      unmount()
    }
  })
})
