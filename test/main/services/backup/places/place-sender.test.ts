import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { PlaceOpener } from '../../../../../src/main/places/open-place.ts'
import type { Place } from '../../../../../src/main/places/place.ts'
import { runTask } from '../../../../../src/main/services/backup/backup-worker.ts'
import { bringBackup } from '../../../../../src/main/services/backup/places/place-bringer.ts'
import { type RunTask, type Sent, sendBackup } from '../../../../../src/main/services/backup/places/place-sender.ts'
import { systemClock } from '../../../../../src/main/system-clock.ts'
import type { Backup } from '../../../../../src/shared/backup.ts'
import { AppFailure, appError } from '../../../../../src/shared/errors.ts'
import type { PlaceTarget } from '../../../../../src/shared/places.ts'
import { type Asked, startFaultProxy } from '../../../../fakes/fault-proxy.ts'
import { testedFetch, testedLinkFetch } from '../../../../fakes/fetches.ts'
import { startLooseDav } from '../../../../fakes/webdav-servers.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const never = new AbortController().signal
const run: RunTask = (task) => runTask(task, () => undefined, never)
const computer = '0123456789abcdef'

/** A computer with one backup file, and what it sends and fetches. */
class Sender {
  readonly folder = mkdtempSync(join(tmpdir(), 'atelier-sender-'))
  place: Place
  /** Whether bytes at the place were found changed. */
  doubted = false
  private madeAt = 1_800_000_000_000

  private constructor(place: Place) {
    this.place = place
  }

  static async at(target: PlaceTarget, secret: string | null): Promise<Sender> {
    const own = mkdtempSync(join(tmpdir(), 'atelier-own-'))
    undo.push(() => rmSync(own, { recursive: true, force: true }))
    const opener = new PlaceOpener({
      dataFolder: own,
      fetch: testedFetch,
      linkFetch: testedLinkFetch(),
      clock: systemClock,
      random: () => 0,
    })
    const sender = new Sender(await opener.openPlace(target, secret, never))
    undo.push(() => rmSync(sender.folder, { recursive: true, force: true }))
    return sender
  }

  /** Sends the next backup, which has this content. */
  async send(content: Buffer): Promise<Sent> {
    const path = join(this.folder, 'backup.zip')
    writeFileSync(path, content)
    this.madeAt += 60_000
    const backup: Backup = {
      name: 'backup.zip',
      bytes: content.length,
      madeAt: this.madeAt,
      origin: 'automatic',
      sealed: false,
      verifiedAt: this.madeAt,
      contents: null,
      error: null,
    }
    const staging = join(this.folder, 'sending')
    const doubt = async (): Promise<void> => {
      rmSync(staging, { recursive: true, force: true })
      this.doubted = true
    }
    const parts = { ...this.parts(), staging, doubt, isDoubted: () => this.doubted }
    const sent = await sendBackup(parts, async () => ({ backup, path, passphrase: null }))
    this.doubted = false
    return sent
  }

  /** Fetches a backup and joins it, which compares every hash. */
  async check({ manifest }: Sent): Promise<void> {
    const wish = { name: manifest.name, isCheck: true, folder: join(this.folder, 'fetching') }
    const { forget } = await bringBackup({ ...this.parts(), ...wish })
    await forget()
  }

  private parts() {
    const work = join(this.folder, `work-${randomUUID()}`)
    mkdirSync(work)
    return { place: this.place, computer, work, passphrase: 'words', run, step: () => undefined, signal: never }
  }
}

/** Changes a byte, as a worn disk does. A second time mends nothing. */
function damage(path: string): void {
  writeFileSync(
    path,
    readFileSync(path).map((byte, index) => (index === 100 ? byte + 1 : byte)),
  )
}

function packsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pack'))
    .map((name) => join(folder, name))
}

/** A WebDAV server behind a proxy that can disturb it, and a computer that sends there. */
async function atDav() {
  const server = await startLooseDav()
  undo.push(() => server.close())
  const proxy = await startFaultProxy(server.origin)
  undo.push(() => proxy.close())
  const target = { kind: 'webdav', address: `${proxy.origin}/dav`, allowInsecure: false, user: server.user } as const
  const sender = await Sender.at(target, server.password)
  /** Uploads of packs since a request. */
  const packPuts = (since: number): readonly Asked[] =>
    proxy.asked.slice(since).filter(({ method, path }) => method === 'PUT' && path.includes('/packs/'))
  return { server, proxy, sender, packPuts }
}

async function atFolder(): Promise<{ readonly folder: string; readonly sender: Sender }> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, sender: await Sender.at({ kind: 'folder', path: folder }, null) }
}

test('damaged packs at a place are sealed again, and every backup that names them is complete', async () => {
  const { folder, sender } = await atFolder()
  const content = randomBytes(2_000_000)
  const first = await sender.send(content)
  const packs = packsIn(folder)
  expect(packs.length).toBeGreaterThan(3)
  for (const path of packs) damage(path)
  await expect(sender.check(first)).rejects.toMatchObject({ error: { code: 'place_changed' } })
  // a random pack is looked at, and every one that this backup shares with the first is damaged
  const second = await sender.send(content)
  for (const sent of [first, second]) await sender.check(sent)
  expect(packsIn(folder)).toEqual(packs)
})

test('after a suspicion all packs are compared, and only damaged ones are sent', async () => {
  const { packPuts, proxy, sender, server } = await atDav()
  const content = randomBytes(2_000_000)
  const first = await sender.send(content)
  const [worn = ''] = packsIn(server.folder)
  damage(worn)
  sender.doubted = true
  const before = proxy.asked.length
  const second = await sender.send(content)
  expect(packPuts(before)).toHaveLength(1)
  for (const sent of [first, second]) await sender.check(sent)
})

test.each([
  ['packs once are stored once more', 'packs', 1, true],
  ['a manifest once are stored once more', 'manifest', 1, true],
  ['everything every time are refused, until they are right', '', Number.POSITIVE_INFINITY, false],
] as const)('detects changed bytes of %s', async (_name, what, times, isSent) => {
  const { proxy, sender, server } = await atDav()
  const content = randomBytes(1_000_000)
  const harmed = new Map<string, number>()
  proxy.disturb(({ method, path }: Asked) => {
    const before = harmed.get(path) ?? 0
    if (method !== 'GET' || !path.includes(what) || before >= times) return null
    harmed.set(path, before + 1)
    damage(join(server.folder, path.replace(/^\/dav\//, '')))
    return null
  })
  const first = sender.send(content)
  if (!isSent) await expect(first).rejects.toMatchObject({ error: { code: 'place_changed' } })
  expect((await first.catch(() => null)) !== null).toBe(isSent)
  expect(harmed.size).toBeGreaterThan(0)
  if (!isSent) proxy.disturb(() => null)
  await sender.check(isSent ? await first : await sender.send(content))
})

test.each([400, 403, 404, 405, 409, 412, 500, 501, 502] as const)(
  'a server that answers %i to every MOVE gets a complete backup, each pack once',
  async (status) => {
    const { proxy, sender, server } = await atDav()
    proxy.disturb(({ method }) => (method === 'MOVE' ? { kind: 'answer', status } : null))
    const sent = await sender.send(randomBytes(1_000_000))
    await sender.check(sent)
    const uploads = proxy.asked.filter(({ method }) => method === 'PUT').map(({ path }) => path)
    // the first one is tried under a temporary name
    expect(uploads).toHaveLength(packsIn(server.folder).length + 2)
    expect(
      readdirSync(server.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part')),
    ).toEqual([])
  },
)

test('a server that refuses final names midway keeps its files, and the next attempt sends only the rest', async () => {
  const { packPuts, proxy, sender, server } = await atDav()
  const content = randomBytes(2_000_000)
  let moved = 0
  proxy.disturb(({ method, path }) => {
    if (method === 'MOVE') moved += 1
    const isRefused = moved > 3 && (method === 'MOVE' || (method === 'PUT' && path.endsWith('.pack')))
    return isRefused ? { kind: 'answer', status: 403 } : null
  })
  await expect(sender.send(content)).rejects.toMatchObject({ error: { code: 'place_no_rename' } })
  const kept = packsIn(server.folder)
  expect(kept).toHaveLength(3)
  proxy.disturb(() => null)
  const before = proxy.asked.length
  await sender.check(await sender.send(content))
  // the fourth was uploaded before, and only renamed now
  expect(packPuts(before)).toHaveLength(packsIn(server.folder).length - 4)
})

test('a restart while the listing lags sends no pack again, and removes none', async () => {
  const { folder, sender } = await atFolder()
  const content = randomBytes(2_000_000)
  const { place } = sender
  const written: string[] = []
  const unlisted = new Set<string>()
  const isPack = (path: string): boolean => path.endsWith('.pack')
  let isOver = false
  sender.place = {
    listFolder: async (of) => {
      const listing = await place.listFolder(of)
      return { ...listing, files: listing.files.filter(({ name }) => !unlisted.has(`${of}/${name}`)) }
    },
    size: async (path) => (unlisted.has(path) ? null : await place.size(path)),
    lacks: (path) => place.lacks(path),
    readFile: (path, bytesMax) => place.readFile(path, bytesMax),
    async writeFile(path, bytes) {
      // the app ends before the manifest is stored
      if (!isPack(path) && !isOver) throw new AppFailure(appError('place_unavailable'))
      written.push(path)
      unlisted.delete(path)
      await place.writeFile(path, bytes)
    },
    removeFile: (path) => {
      written.push(`removed ${path}`)
      return place.removeFile(path)
    },
  }
  await expect(sender.send(content)).rejects.toMatchObject({ error: { code: 'place_unavailable' } })
  const packs = packsIn(folder)
  expect(packs.length).toBeGreaterThan(3)
  // the next start knows nothing about what was uploaded, and the listing lacks it
  for (const path of written) unlisted.add(path)
  written.length = 0
  isOver = true
  const sent = await sender.send(content)
  expect(written.filter((path) => isPack(path))).toEqual([])
  expect(packsIn(folder)).toEqual(packs)
  unlisted.clear()
  await sender.check(sent)
})
