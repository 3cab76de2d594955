import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { BackupShelf } from '../../../../../src/main/services/backup/backup-shelf.ts'
import { packsOf } from '../../../../../src/main/services/backup/places/placed-manifest.ts'
import { AppFailure, appError } from '../../../../../src/shared/errors.ts'
import { fillDataFolder, holdingsOf } from '../../../../fakes/filled-folder.ts'
import { PlacedApp, placePassphrase } from '../../../../fakes/placed-app.ts'

const undo: (() => Promise<void> | void)[] = []
/** Keys are derived slowly on purpose. */
const patience = 120_000
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const paths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))

const files = (folder: string): string[] => paths(folder).map((path) => basename(path))

async function placed(): Promise<{ readonly here: PlacedApp; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  const here = new PlacedApp()
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  undo.push(() => here.remove())
  await fillDataFolder(here.data, { messages: 300, files: 12, fileBytes: 400_000, noise: true, mark: 'first' })
  await here.open()
  return { here, folder }
}

test('a backup in another folder restores everything on an empty computer', { timeout: patience }, async () => {
  const { folder, here } = await placed()
  const id = await here.add({ kind: 'folder', path: folder }, null)
  const sent = await here.send(id)
  expect(sent.failed).toBeNull()
  expect(sent.last?.bytes).toBeGreaterThan(4_800_000)
  const before = holdingsOf(here.data)

  const there = new PlacedApp()
  undo.push(() => there.remove())
  await there.open()
  const other = await there.add({ kind: 'folder', path: folder }, null)
  expect(await there.backups(other)).toMatchObject([{ own: false, origin: 'automatic' }])
  await there.restoreNewest(other)
  expect(holdingsOf(there.data)).toEqual(before)
})

test('the next backup sends only new packs', { timeout: patience }, async () => {
  const { folder, here } = await placed()
  const id = await here.add({ kind: 'folder', path: folder }, null)
  await here.send(id)
  const first = files(folder)
  await here.close()
  await fillDataFolder(here.data, { messages: 10, files: 1, fileBytes: 300_000, noise: true, mark: 'since' })
  await here.open()
  const again = await here.send(id)
  expect(again.failed).toBeNull()
  const added = files(folder).filter((name) => !first.includes(name))
  expect(added.length).toBeLessThan(first.length / 2)
  expect(await here.backups(id)).toHaveLength(2)
})

test('a missing drive loses no record, and nothing is written in its place', {
  timeout: patience,
}, async () => {
  const { folder, here } = await placed()
  const id = await here.add({ kind: 'folder', path: folder }, null)
  await here.send(id)
  const sent = files(folder)
  // an unmounted drive leaves its mount point: an empty folder
  renameSync(folder, `${folder}-away`)
  mkdirSync(folder)
  expect((await here.send(id)).failed?.error.code).toBe('place_empty')
  expect(files(folder)).toEqual([])
  rmSync(folder, { recursive: true })
  renameSync(`${folder}-away`, folder)
  expect((await here.send(id)).failed).toBeNull()
  expect(files(folder)).toEqual(expect.arrayContaining(sent))
  expect(await here.backups(id)).toHaveLength(2)
})

test('a downloaded backup is not downloaded again if it could not be added', { timeout: patience }, async () => {
  const { folder, here } = await placed()
  const id = await here.add({ kind: 'folder', path: folder }, null)
  await here.send(id)
  const [backup] = await here.backups(id)
  if (backup === undefined) throw new Error('no backup')
  const asked = { id, computer: backup.computer, name: backup.name, passphrase: placePassphrase }
  vi.spyOn(BackupShelf.prototype, 'addBackup').mockRejectedValueOnce(new AppFailure(appError('storage_full')))
  expect(await here.client.refusal('places.bring', asked)).toBe('storage_full')
  rmSync(join(folder, `atelier-${backup.computer}`, 'packs'), { recursive: true })
  expect((await here.client.call('places.bring', asked)).origin).toBe('elsewhere')
  expect(existsSync(join(here.data, 'backups/.places', id, 'fetching'))).toBe(false)
})

test('the end of work with a place does not disturb the local backup that is being made', {
  timeout: patience,
}, async () => {
  const { folder, here } = await placed()
  const id = await here.add({ kind: 'folder', path: folder }, null)
  let isMade = false
  const making = here.client.call('backups.make', { passphrase: null }).finally(() => {
    isMade = true
  })
  const asked = { id, computer: '0123456789abcdef', name: 'none.manifest', passphrase: placePassphrase }
  while (!isMade) expect(['not_found', 'busy']).toContain(await here.client.refusal('places.check', asked))
  expect((await making).verifiedAt).not.toBeNull()
  expect(readdirSync(join(here.data, 'backups')).filter((name) => /unproven|^\.work-/.test(name))).toEqual([])
})

test('the next upload repairs pieces that a check found damaged', { timeout: patience }, async () => {
  const { folder, here } = await placed()
  await here.client.call('settings.update', { backupEvery: 'off' })
  const id = await here.add({ kind: 'folder', path: folder }, null)
  await here.send(id)
  await here.close()
  await here.open()
  await here.send(id)
  const packs = packsOfBackups(folder)
  const [one, other] = [...packs.values()]
  const shared = [...(one ?? [])].filter((name) => other?.has(name))
  const pathOf = new Map(paths(folder).map((path) => [basename(path, '.pack'), path]))
  const whole = new Map(shared.map((name) => [name, readFileSync(pathOf.get(name) ?? '')]))
  for (const [name, bytes] of whole)
    writeFileSync(
      pathOf.get(name) ?? '',
      bytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte)),
    )
  const [first] = await here.backups(id)
  if (first === undefined) throw new Error('no backup')
  const asked = { id, computer: first.computer, passphrase: null }
  expect(await here.client.refusal('places.check', { ...asked, name: first.name })).toBe('place_changed')
  // a later start knows of it
  await here.close()
  await here.open()
  expect((await here.send(id)).failed).toBeNull()
  const [newest, ...older] = await here.backups(id)
  expect(older).toHaveLength(2)
  await here.client.call('places.check', { ...asked, name: newest?.name ?? '' })
  // a piece that only older backups hold, such as settings of their start, is nowhere to mend it from
  const held = [...packsOfBackups(folder)].find(([name]) => !packs.has(name))?.[1]
  const mended = shared.filter((name) => held?.has(name))
  expect(mended).not.toEqual([])
  for (const name of mended)
    expect(readFileSync(pathOf.get(name) ?? '').equals(whole.get(name) ?? Buffer.of())).toBe(true)
})

/** Names of packs by the name of the manifest of each backup at the place. */
function packsOfBackups(folder: string): Map<string, Set<string>> {
  const manifests = paths(folder).filter((path) => path.endsWith('.manifest'))
  return new Map(
    manifests.map((path) => [basename(path), new Set(packsOf(readFileSync(path)).map(({ name }) => name))]),
  )
}

test('leftovers of a killed run are removed from a place', { timeout: patience }, async () => {
  const { folder, here } = await placed()
  const id = await here.add({ kind: 'folder', path: folder }, null)
  await here.send(id)
  const [own] = readdirSync(folder)
  const [manifest] = readdirSync(join(folder, own ?? '', 'backups'))
  const left = [
    join('backups', `${manifest}.${randomUUID()}.part`),
    '0123456789abcdef.probe',
    `0123456789abcdef.probe.${randomUUID()}.part`,
  ]
  const foreign = ['notes.probe', join('backups', 'notes.part')]
  for (const name of [...left, ...foreign]) writeFileSync(join(folder, own ?? '', name), 'cut')
  await here.send(id)
  expect([...left, ...foreign].filter((name) => existsSync(join(folder, own ?? '', name)))).toEqual(foreign)
})

test('a new backup is uploaded to every automatic place', { timeout: patience }, async () => {
  const { folder, here } = await placed()
  const second = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  undo.push(() => rmSync(second, { recursive: true, force: true }))
  await here.client.call('settings.update', { backupEvery: 'off' })
  const ids = [
    await here.add({ kind: 'folder', path: folder }, null),
    await here.add({ kind: 'folder', path: second }, null),
  ]
  await here.client.call('backups.make', { passphrase: null })
  await here.platform.events.until('places.changed', ({ places }) => places.every(({ last }) => last !== null))
  for (const id of ids) expect(await here.backups(id)).toHaveLength(1)
})
