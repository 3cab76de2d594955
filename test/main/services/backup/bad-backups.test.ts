import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeBackup } from '../../../../src/main/services/backup/backup-maker.ts'
import { proveBackup } from '../../../../src/main/services/backup/backup-proof.ts'
import { bringBack } from '../../../../src/main/services/backup/backup-restorer.ts'
import { newCopyName } from '../../../../src/main/storage/pending-restore.ts'
import { type AppError, AppFailure } from '../../../../src/shared/errors.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

let folder: string
let good: Buffer
let ids: readonly string[]
const at = (...names: string[]): string => join(folder, ...names)
const quiet = (): void => undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-bad-'))
  ids = await fillDataFolder(at('data'), { messages: 40, files: 3 })
  mkdirSync(at('work'))
  await makeBackup(
    {
      dataFolder: at('data'),
      path: at('good.atelier-backup'),
      passphrase: null,
      work: at('work'),
      app: '1',
      madeAt: 9,
      settings: '{"theme":"dark"}',
    },
    quiet,
  )
  good = readFileSync(at('good.atelier-backup'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Verifies these bytes; returns the manifest as text, or the code of the refusal. */
async function proven(bytes: Uint8Array): Promise<string> {
  writeFileSync(at('tried'), bytes)
  rmSync(at('work'), { recursive: true, force: true })
  mkdirSync(at('work'))
  const opening = { dataFolder: at('data'), path: at('tried'), passphrase: null, work: at('work') }
  return await proveBackup(opening, quiet).then(({ manifest }) => JSON.stringify(manifest), codeOf)
}

function codeOf(cause: unknown): string {
  return errorOf(cause).code
}

function errorOf(cause: unknown): AppError {
  if (cause instanceof AppFailure) return cause.error
  throw cause
}

type Files = Record<string, Uint8Array>
/** The valid backup with a change, repacked as a proper archive. */
function rebuilt(change: (files: Files) => Files): Uint8Array {
  return zipSync(change(unzipSync(good)))
}

function withManifest(change: (manifest: Record<string, unknown>) => object): Uint8Array {
  return rebuilt((files) => {
    const manifest = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(strFromU8(files['manifest.json'] ?? strToU8('{}'))))
    return { ...files, 'manifest.json': strToU8(JSON.stringify(change(manifest))) }
  })
}

describe('a file that is not a valid backup', () => {
  test('a good backup that is repacked without a change stays good', async () => {
    expect(await proven(good)).toBe(await proven(rebuilt((files) => files)))
  })

  test.each<readonly [string, () => Uint8Array, string]>([
    ['of zero bytes', () => new Uint8Array(), 'not_a_backup'],
    ['that is a letter', () => strToU8('Dear reader, '.repeat(500)), 'not_a_backup'],
    ['that is a database', () => readFileSync(at('data', 'atelier.db')), 'not_a_backup'],
    ['that is another program’s archive', () => zipSync({ 'word/document.xml': strToU8('<x/>') }), 'not_a_backup'],
    ['with a file beside ours', () => rebuilt((files) => ({ ...files, 'evil.sh': strToU8('x') })), 'not_a_backup'],
    ['with a path that leads out', () => rebuilt((files) => ({ ...files, '../evil': strToU8('x') })), 'backup_damaged'],
    ['without a manifest', () => rebuilt(({ 'manifest.json': _, ...files }) => files), 'not_a_backup'],
    ['without a database', () => rebuilt(({ 'atelier.db': _, ...files }) => files), 'backup_damaged'],
    ['of a newer version', () => withManifest((manifest) => ({ ...manifest, schema: 999 })), 'backup_newer'],
    ['of a newer format', () => withManifest(() => ({ format: 2, schema: 1, what: 'ever' })), 'backup_newer'],
    ['with a manifest without sense', () => withManifest((manifest) => ({ ...manifest, media: 7 })), 'backup_damaged'],
    [
      'that says it holds other rows',
      () => withManifest((m) => ({ ...m, database: { ...Object(m.database), rows: { messages: 3 } } })),
      'backup_damaged',
    ],
    [
      'with a picture that was changed',
      () => rebuilt((files) => ({ ...files, [mediaName()]: strToU8('y'.repeat(5000)) })),
      'backup_damaged',
    ],
    ['with a picture too few', () => rebuilt(({ [mediaName()]: _, ...files }) => files), 'backup_damaged'],
  ])('%s is refused', async (_name, make, code) => {
    expect(await proven(make())).toBe(code)
  })

  const mediaName = (): string => `media/${ids[0]?.slice(0, 2)}/${ids[0]}`

  test('a backup that is cut anywhere is refused', async () => {
    const codes = new Set<string>()
    for (let part = 1; part < 20; part += 1) codes.add(await proven(good.subarray(0, (good.length * part) / 20)))
    codes.add(await proven(good.subarray(0, -1)))
    expect([...codes]).toEqual(['backup_damaged'])
  })

  test('a backup with a flipped byte at 100 places is refused, unless its content is unchanged', async () => {
    const random = randomFrom(20_261_121)
    const whole = await proven(good)
    let refused = 0
    for (let round = 0; round < 100; round += 1) {
      const changed = Buffer.from(good)
      const place = Math.floor(random() * changed.length)
      changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(random() * 8))
      const result = await proven(changed)
      if (result !== whole) {
        expect(['not_a_backup', 'backup_damaged', 'backup_newer']).toContain(result)
        refused += 1
      }
    }
    // times and attributes of entries are not content
    expect(refused).toBeGreaterThan(90)
  })

  test.each([
    ['65 MiB', () => strToU8(`${' '.repeat(65 * 1024 * 1024)}{}`)],
    ['2,000,001 values', () => strToU8(`[${'0,'.repeat(2_000_000)}0]`)],
    ['65 levels', () => strToU8(`${'['.repeat(65)}${']'.repeat(65)}`)],
  ])('whose manifest has %s is refused', async (_what, manifest) => {
    // stored, because what packs too well is refused for that
    writeFileSync(at('tried'), zipSync({ ...unzipSync(good), 'manifest.json': [manifest(), { level: 0 }] }))
    const opening = { dataFolder: at('data'), path: at('tried'), passphrase: null, work: at('work') }
    const error = await proveBackup(opening, quiet).then(() => null, errorOf)
    expect(error).toMatchObject({ code: 'backup_damaged', detail: expect.stringMatching(/far too/) })
  })

  test('a backup that would fill the disk is refused before anything is unpacked', async () => {
    const bytes = 300 * 1024 * 1024
    const bomb = withManifest((m) => ({ ...m, database: { ...Object(m.database), bytes } }))
    const files = unzipSync(bomb)
    expect(await proven(zipSync({ ...files, 'atelier.db': new Uint8Array(bytes) }))).toBe('backup_damaged')
    const left = readdirSync(at('work')).map((name) => statSync(at('work', name)).size)
    expect(Math.max(0, ...left)).toBeLessThan(1024 * 1024)
  })

  test('a backup adds no file to the library whose content differs from its name', async () => {
    const target = at('target')
    await fillDataFolder(target, { messages: 3, files: 0, mark: 'other' })
    const before = holdingsOf(target)
    const [first = ''] = ids
    const name = `media/${first.slice(0, 2)}/${first}`
    writeFileSync(
      at('tried'),
      rebuilt((files) => ({ ...files, [name]: strToU8('z'.repeat(5000)) })),
    )
    mkdirSync(at('target-work'))
    const task = {
      dataFolder: target,
      path: at('tried'),
      passphrase: null,
      work: at('target-work'),
      copy: newCopyName(),
    }
    expect(await bringBack(task, quiet).then(() => 'brought', codeOf)).toBe('backup_damaged')
    const after = holdingsOf(target)
    expect(after).toMatchObject(before)
    expect(after).not.toHaveProperty([first])
    for (const [file, hash] of Object.entries(after)) if (file.length === 64) expect(hash).toBe(file)
  })
})
