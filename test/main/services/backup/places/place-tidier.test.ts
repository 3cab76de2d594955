import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { PlaceOpener } from '../../../../../src/main/places/open-place.ts'
import type { Place } from '../../../../../src/main/places/place.ts'
import { testPlace } from '../../../../../src/main/services/backup/places/place-test.ts'
import { type TidyWish, tidyPlace } from '../../../../../src/main/services/backup/places/place-tidier.ts'
import { manifestName, manifestPath, packPath } from '../../../../../src/main/services/backup/places/placed-names.ts'
import type { KnownBackup } from '../../../../../src/main/services/backup/places/placed-rules.ts'
import { testedFetch, testedLinkFetch } from '../../../../fakes/fetches.ts'
import { HastyClock } from '../../../../fakes/hasty-clock.ts'
import { type OddDav, startOddDav } from '../../../../fakes/odd-dav.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const computer = '0123456789abcdef'
const all: TidyWish = { rule: null, removing: [], scope: 'all' }
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Tried {
  readonly server: OddDav
  readonly open: () => Promise<Place>
  /** Two backups, each of a pack of its own. */
  readonly known: readonly KnownBackup[]
}

async function tried(): Promise<Tried> {
  const clock = new HastyClock()
  const server = await startOddDav({}, clock)
  undo.push(() => server.close())
  const own = mkdtempSync(join(tmpdir(), 'atelier-own-'))
  undo.push(() => rmSync(own, { recursive: true, force: true }))
  const opener = new PlaceOpener({
    dataFolder: own,
    fetch: testedFetch,
    linkFetch: testedLinkFetch(),
    clock,
    random: () => 0,
  })
  const target = { kind: 'webdav', address: server.address, allowInsecure: false, user: 'mei' } as const
  const open = (): Promise<Place> => opener.openPlace(target, 'secret', new AbortController().signal)
  const place = await open()
  const known: KnownBackup[] = []
  for (const [index, text] of ['one', 'two'].entries()) {
    const pack = new Uint8Array(Buffer.from(text))
    await place.writeFile(packPath(computer, hashOf(pack)), pack)
    const line = JSON.stringify({ packs: [[hashOf(pack), pack.length]] })
    const manifest = new Uint8Array(Buffer.from(`ATELIER MANIFEST 1\n${line}\n`))
    const madeAt = 1_800_000_000_000 + index * 60_000
    const name = manifestName({ madeAt, origin: 'automatic', bytes: 3, hash: hashOf(manifest) })
    await place.writeFile(manifestPath(computer, name), manifest)
    known.push({ name, contents: null })
  }
  return { server, open, known }
}

const entryOf = (name: string): RegExp => new RegExp(`<D:response><D:href>([^<]*${name})</D:href>.*?</D:response>`)
const refused = '<D:response><D:href>$1</D:href><D:status>HTTP/1.1 403 Forbidden</D:status></D:response>'
const packsAt = ({ files }: OddDav): number => [...files.keys()].filter((name) => name.endsWith('.pack')).length

test('a backup whose manifest the listing cannot describe keeps its packs', async () => {
  const { known, open, server } = await tried()
  const [first] = known
  server.habits = { listing: (xml) => xml.replace(entryOf(first?.name ?? ''), refused) }
  expect(await tidyPlace(await open(), computer, known, all)).toEqual(known)
  expect(packsAt(server)).toBe(2)
})

test.each([403, 405, 409])('a hidden manifest that is refused with %i stops tidying', async (status) => {
  const { known, open, server } = await tried()
  const [first] = known
  const name = first?.name ?? ''
  server.habits = {
    listing: (xml) => xml.replace(entryOf(name), ''),
    instead: (method, path) => (method === 'PROPFIND' && path.endsWith(name) ? status : null),
  }
  await expect(tidyPlace(await open(), computer, known, all)).rejects.toMatchObject({
    error: { code: 'place_list_cut' },
  })
  expect(packsAt(server)).toBe(2)
})

test.each([403, 405, 409])('a hidden folder of manifests that is refused with %i stops tidying', async (status) => {
  const { open, server } = await tried()
  server.habits = {
    listing: (xml) => xml.replace(entryOf('backups/'), ''),
    instead: (method, path) => (method === 'PROPFIND' && path.endsWith('/backups') ? status : null),
  }
  // nothing is known on a computer whose list of places is new
  await expect(tidyPlace(await open(), computer, [], all)).rejects.toMatchObject({
    error: { code: 'place_list_cut' },
  })
  expect(packsAt(server)).toBe(2)
})

test.each([404, 410, 409])('a backup that was removed elsewhere loses its packs (missing is %i)', async (missing) => {
  const { known, open, server } = await tried()
  const [first] = known
  await (await open()).removeFile(manifestPath(computer, first?.name ?? ''))
  server.habits = { missing }
  expect(await tidyPlace(await open(), computer, known, all)).toEqual(known.slice(1))
  expect(packsAt(server)).toBe(1)
})

test('a test reports a place that does not list stored files, and leaves nothing there', async () => {
  const { open, server } = await tried()
  const before = server.files.size
  server.habits = { listing: (xml) => xml.replace(entryOf('\\.probe'), '') }
  await expect(testPlace(open, { kind: 'folder', path: '' }, computer)).rejects.toMatchObject({
    error: { code: 'place_list_late' },
  })
  expect(server.files.size).toBe(before)
})

test('a test of a place that neither renames nor accepts final names leaves nothing there', async () => {
  const { open, server } = await tried()
  const before = server.files.size
  server.habits = { move: 405, whole: 403 }
  for (let count = 0; count < 2; count += 1)
    await expect(testPlace(open, { kind: 'folder', path: '' }, computer)).rejects.toMatchObject({
      error: { code: 'place_no_rename' },
    })
  expect(server.files.size).toBe(before)
})
