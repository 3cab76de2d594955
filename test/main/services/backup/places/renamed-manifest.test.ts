import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustAgree } from '../../../../../src/main/services/backup/places/placed-manifest.ts'
import { manifestName, readManifestName } from '../../../../../src/main/services/backup/places/placed-names.ts'
import { fillDataFolder } from '../../../../fakes/filled-folder.ts'
import { PlacedApp, placePassphrase } from '../../../../fakes/placed-app.ts'

const dayMs = 24 * 60 * 60_000
const about = { madeAt: 1_800_000_000_000, origin: 'by-hand', bytes: 5000, hash: 'ab'.repeat(32) } as const

let folder: string
let here: PlacedApp
let place: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  here = new PlacedApp()
  await fillDataFolder(here.data, { messages: 20, files: 1, mark: 'first' })
  await here.open()
  await here.client.call('settings.update', { backupEvery: 'off' })
  place = await here.add({ kind: 'folder', path: folder }, null)
  await here.send(place)
})
afterAll(async () => {
  await here.remove()
  rmSync(folder, { recursive: true, force: true })
})

const changes: readonly (readonly [
  string,
  Partial<{ madeAt: number; origin: 'automatic' | 'by-hand'; bytes: number }>,
])[] = [
  ['a newer date', { madeAt: Date.UTC(2031, 4, 5, 6, 7, 8, 9) }],
  ['an older date', { madeAt: Date.UTC(2020, 0, 1) }],
  ['another origin', { origin: 'by-hand' }],
  ['another length', { bytes: 7 }],
]

test.each(changes)(
  'a manifest renamed to %s is refused by check and download',
  async (_, change) => {
    const [backup] = await here.backups(place)
    if (backup === undefined) throw new Error('no backup')
    const told = readManifestName(backup.name)
    if (told === null) throw new Error('no name of a manifest')
    const renamed = manifestName({ ...told, ...change })
    const inFolder = (name: string): string => join(folder, `atelier-${backup.computer}`, 'backups', name)
    renameSync(inFolder(backup.name), inFolder(renamed))
    try {
      const asked = { id: place, computer: backup.computer, name: renamed, passphrase: placePassphrase }
      expect(await here.client.refusal('places.check', asked)).toBe('place_changed')
      expect(await here.client.refusal('places.bring', asked)).toBe('place_changed')
      expect(readdirSync(join(here.data, 'backups')).filter((name) => name.includes('-from-'))).toEqual([])
    } finally {
      renameSync(inFolder(renamed), inFolder(backup.name))
    }
  },
  180_000,
)

test('a manifest under its own name passes check and download', async () => {
  const [backup] = await here.backups(place)
  if (backup === undefined) throw new Error('no backup')
  const asked = { id: place, computer: backup.computer, name: backup.name, passphrase: placePassphrase }
  await here.client.call('places.check', asked)
  expect((await here.client.call('places.bring', asked)).origin).toBe('elsewhere')
})

test('a manifest of an earlier version, which seals no origin, is matched by time and length', () => {
  const { bytes, madeAt } = about
  expect(mustAgree(about, { bytes, madeAt })).toBeUndefined()
  expect(() => mustAgree(about, { bytes, madeAt: madeAt + dayMs })).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ code: 'place_changed' }) }),
  )
  expect(() => mustAgree(about, { bytes: bytes + 1, madeAt })).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ code: 'place_changed' }) }),
  )
  expect(() => mustAgree(about, { bytes, madeAt, origin: 'automatic' })).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ code: 'place_changed' }) }),
  )
})
