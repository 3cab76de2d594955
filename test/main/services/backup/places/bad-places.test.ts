import { readdirSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { PlaceTarget } from '../../../../../src/shared/places.ts'
import { type Asked, type Fault, type FaultProxy, startFaultProxy } from '../../../../fakes/fault-proxy.ts'
import { fillDataFolder, holdingsOf } from '../../../../fakes/filled-folder.ts'
import { PlacedApp, placePassphrase } from '../../../../fakes/placed-app.ts'
import { s3Key, startS3Server } from '../../../../fakes/s3-server.ts'
import { startLooseDav } from '../../../../fakes/webdav-servers.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})
/** Keys are derived slowly on purpose, a few times for each backup. */
const patience = 180_000

async function appWith(
  target: PlaceTarget,
  secret: string,
): Promise<{ readonly here: PlacedApp; readonly id: string }> {
  const here = new PlacedApp()
  undo.push(() => here.remove())
  await fillDataFolder(here.data, { messages: 50, files: 4, fileBytes: 200_000, noise: true, mark: 'first' })
  await here.open()
  await here.client.call('settings.update', { backupEvery: 'off' })
  return { here, id: await here.add(target, secret) }
}

/** The oldest backup at the place is intact, and an empty computer gets the newest. */
async function expectWhole(here: PlacedApp, target: PlaceTarget, secret: string): Promise<void> {
  const there = new PlacedApp()
  undo.push(() => there.remove())
  await there.open()
  const id = await there.add(target, secret)
  for (const { computer, name } of (await there.backups(id)).slice(-1))
    await there.client.call('places.check', { id, computer, name, passphrase: placePassphrase })
  await there.restoreNewest(id)
  expect(holdingsOf(there.data)).toEqual(holdingsOf(here.data))
}

const isPut = ({ method, path }: Asked): boolean => method === 'PUT' && path.includes('/packs/')
const answer = (status: number, more: { headers?: Record<string, string>; body?: string } = {}): Fault => ({
  kind: 'answer',
  status,
  ...more,
})
/** The answer with each length one more than it is. */
const lied = (body: Buffer): Buffer =>
  Buffer.from(
    body.toString('utf8').replace(/(getcontentlength>)(\d+)/g, (_, tag, bytes) => `${tag}${Number(bytes) + 1}`),
  )
const flipped = (body: Buffer): Buffer => Buffer.from(body.map((byte, index) => (index === 1000 ? byte ^ 1 : byte)))
/** The listing without files, as a server that cuts it. */
const cutShort = (body: Buffer): Buffer =>
  Buffer.from(body.toString('utf8').replace(/<D:response>(?:(?!<D:response>).)*?\.manifest.*?<\/D:response>/gs, ''))

const davFaults: readonly (readonly [string, (asked: Asked) => Fault | null, string])[] = [
  ['a full quota', (asked) => (isPut(asked) ? answer(507) : null), 'place_full'],
  ['a file that is too large', (asked) => (isPut(asked) ? answer(413) : null), 'place_too_large'],
  ['a name that may only read', (asked) => (isPut(asked) ? answer(403) : null), 'place_read_only'],
  [
    'a server that lies about lengths',
    ({ method, path }) => (method === 'PROPFIND' && path.endsWith('.part') ? { kind: 'change', body: lied } : null),
    'place_changed',
  ],
  [
    'other bytes than were stored',
    ({ method, path }) => (method === 'GET' && path.includes('/packs/') ? { kind: 'change', body: flipped } : null),
    'place_changed',
  ],
  ['a long pause', () => answer(429, { headers: { 'retry-after': '7200' } }), 'place_busy'],
  [
    'a budget that is used up',
    () => answer(401, { body: '<s:exception>BlockedTemporarily</s:exception>', headers: { 'retry-after': '1800' } }),
    'place_busy',
  ],
  ['a wrong name or password', () => answer(401), 'place_sign_in'],
  ['another address', () => answer(302, { headers: { location: 'https://elsewhere.example/' } }), 'place_redirects'],
  ['a web page', () => answer(200, { body: '<!doctype html><title>Hello' }), 'place_not_understood'],
]

test(
  'a WebDAV server that misbehaves is reported, and loses nothing',
  async () => {
    const server = await startLooseDav()
    undo.push(() => server.close())
    const proxy = await startFaultProxy(server.origin)
    undo.push(() => proxy.close())
    const target = { kind: 'webdav', address: `${proxy.origin}/dav`, allowInsecure: false, user: server.user } as const
    const { here, id } = await appWith(target, server.password)
    expect((await here.send(id)).failed).toBeNull()

    await fillDataFolder(here.data, { messages: 5, files: 2, fileBytes: 300_000, noise: true, mark: 'since' })
    for (const [name, fault, code] of davFaults) {
      proxy.disturb(fault)
      const { failed, last, retryAt } = await here.send(id)
      expect([name, failed?.error.code]).toEqual([name, code])
      // the first backup is still what counts
      expect(last).not.toBeNull()
      if (code === 'place_busy') expect((retryAt ?? 0) - Date.now()).toBeGreaterThan(1_700_000)
      else expect(retryAt).toBeNull()
    }
    // lost connections in the middle are only waited for
    let count = 0
    proxy.disturb((asked) => {
      count += isPut(asked) ? 1 : 0
      return isPut(asked) && count === 1 ? { kind: 'half' } : null
    })
    expect((await here.send(id)).failed).toBeNull()

    // a listing that leaves a backup out removes nothing
    const files = (): number => readdirSync(server.folder, { recursive: true }).length
    const before = files()
    proxy.disturb(({ method, path }) =>
      method === 'PROPFIND' && path.endsWith('/backups/') ? { kind: 'change', body: cutShort } : null,
    )
    expect((await here.send(id)).failed?.error.code).toBe('place_list_cut')
    expect(files()).toBeGreaterThan(before)
    proxy.disturb(() => null)
    await expectWhole(here, target, server.password)
    expectNoSecrets(here, [server.password, placePassphrase])
  },
  patience,
)

test(
  'a bucket that misbehaves is reported, and loses nothing',
  async () => {
    const server = await startS3Server()
    undo.push(() => server.close())
    const { keyId, region, secretKey } = s3Key
    const place = { kind: 's3', address: server.origin, allowInsecure: false, region, pathStyle: true, keyId } as const
    const target = { ...place, bucket: server.bucket }
    const { here, id } = await appWith(target, secretKey)
    const codeOf = async (): Promise<string | null> => (await here.send(id)).failed?.error.code ?? null
    server.skew(3_600_000)
    expect(await codeOf()).toBe('place_clock')
    server.skew(0)
    server.quota(500_000)
    expect(await codeOf()).toBe('place_full')
    server.quota(Number.POSITIVE_INFINITY)
    expect(await codeOf()).toBeNull()
    await fillDataFolder(here.data, { messages: 5, files: 1, mark: 'since' })
    expect(await codeOf()).toBeNull()
    await expectWhole(here, target, secretKey)
    expectNoSecrets(here, [secretKey, placePassphrase])
  },
  patience,
)

/** Neither the log nor what pages see has a password. */
function expectNoSecrets(here: PlacedApp, secrets: readonly string[]): void {
  const shown = [...here.platform.logged, JSON.stringify(here.platform.events.seen)].join('\n')
  for (const secret of secrets) expect(shown).not.toContain(secret)
}

test(
  'old backups are removed by the rules of local ones, and packs in use are kept',
  async () => {
    const server = await startLooseDav()
    undo.push(() => server.close())
    const proxy: FaultProxy = await startFaultProxy(server.origin)
    undo.push(() => proxy.close())
    const target = { kind: 'webdav', address: `${proxy.origin}/dav`, allowInsecure: false, user: server.user } as const
    const { here, id } = await appWith(target, server.password)
    await here.client.call('settings.update', { backupKeep: 2 })
    for (const mark of ['one', 'two', 'three']) {
      await fillDataFolder(here.data, { messages: 5, files: 1, fileBytes: 300_000, noise: true, mark })
      expect((await here.send(id)).failed).toBeNull()
    }
    expect(await here.backups(id)).toHaveLength(2)
    await expectWhole(here, target, server.password)
    // what no manifest names is removed
    const [newest] = await here.backups(id)
    for (const { computer, name } of await here.backups(id))
      await here.client.call('places.removeBackup', { id, computer, name })
    expect(newest).toBeDefined()
    const left = readdirSync(server.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(left).toEqual([])
  },
  patience,
)
