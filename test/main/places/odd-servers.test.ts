import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { PlaceOpener } from '../../../src/main/places/open-place.ts'
import type { Place } from '../../../src/main/places/place.ts'
import { testPlace } from '../../../src/main/services/backup/places/place-test.ts'
import { testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { HastyClock } from '../../fakes/hasty-clock.ts'
import { type DavHabits, type OddDav, startOddDav } from '../../fakes/odd-dav.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const never = new AbortController().signal
const computer = '0123456789abcdef'
const bytes = new Uint8Array(randomBytes(50_000))
const path = 'atelier-0/packs/a/one.pack'

interface Tried {
  readonly server: OddDav
  readonly clock: HastyClock
  /** The place as the next job opens it. */
  readonly open: () => Promise<Place>
  /** Paths that were uploaded to, from the folder on. */
  readonly uploads: () => readonly string[]
}

async function tried(habits: DavHabits, folder = ''): Promise<Tried> {
  const clock = new HastyClock()
  const server = await startOddDav(habits, clock)
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
  const address = `${server.address}${folder}`
  return {
    server,
    clock,
    open: () => opener.openPlace({ kind: 'webdav', address, allowInsecure: false, user: 'mei' }, 'secret', never),
    uploads: () =>
      server.asked.flatMap((line) => (line.startsWith('PUT /dav/') ? [line.slice('PUT /dav/'.length)] : [])),
  }
}

/** Writes as a backup does, and finds everything again. */
async function expectKept(place: Place, name = path): Promise<void> {
  const folder = name.slice(0, name.lastIndexOf('/'))
  expect((await place.listFolder(folder)).files).toEqual([])
  expect(await place.size(name)).toBeNull()
  await place.writeFile(name, bytes)
  expect(await place.size(name)).toBe(bytes.length)
  expect((await place.listFolder(folder)).files.filter(({ isFolder }) => !isFolder).map((file) => file.name)).toEqual([
    name.slice(folder.length + 1),
  ])
  expect(Buffer.from(await place.readFile(name, bytes.length)).equals(bytes)).toBe(true)
}

const refusal = (code: string) => ({ error: { code } })

describe('a server that cannot rename', () => {
  test.each([400, 403, 404, 405, 409, 412, 415, 500, 501, 502] as const)(
    'a server that answers renames with %i gets files under their final names',
    async (move) => {
      const { open, server } = await tried({ move })
      const place = await open()
      await expectKept(place)
      await place.writeFile('atelier-0/packs/a/two.pack', bytes)
      expect([...server.files.keys()].toSorted()).toEqual([
        '/dav/atelier-0/packs/a/one.pack',
        '/dav/atelier-0/packs/a/two.pack',
      ])
      await testPlace(open, { kind: 'folder', path: '' }, computer)
    },
  )

  test('a rename is tried once: later files and later jobs upload each file once', async () => {
    const { open, uploads } = await tried({ move: 502 })
    await (await open()).writeFile(path, bytes)
    await (await open()).writeFile('atelier-0/packs/a/two.pack', bytes)
    expect(uploads().slice(-1)).toEqual(['atelier-0/packs/a/two.pack'])
    expect(uploads()).toHaveLength(3)
  })

  test('a server whose proxy changes the host of a destination renames by path', async () => {
    const { open, server, uploads } = await tried({ move: 'host' })
    await expectKept(await open())
    expect(uploads()).toHaveLength(1)
    expect(String(server.headers.get('MOVE')?.destination)).toBe(`/dav/${path}`)
  })

  test('a rename that did not happen is detected, although the server reports success', async () => {
    const { open } = await tried({ move: 'lies' })
    await expectKept(await open())
  })

  test('a server that refuses final names too is reported, and keeps uploaded files', async () => {
    const { open, server, uploads } = await tried({ move: 405, whole: 403 })
    await expect((await open()).writeFile(path, bytes)).rejects.toMatchObject(refusal('place_no_rename'))
    expect([...server.files.values()]).toEqual([Buffer.from(bytes)])
    // it can be renamed now: nothing is uploaded again
    server.habits = {}
    const before = uploads().length
    await (await open()).writeFile(path, bytes)
    expect(uploads()).toHaveLength(before)
    expect([...server.files.keys()]).toEqual([`/dav/${path}`])
  })

  test('a server without space for a second upload gets the file again', async () => {
    const { open, server } = await tried({ move: 405, room: bytes.length * 1.5 })
    await expectKept(await open())
    expect([...server.files.keys()]).toEqual([`/dav/${path}`])
  })

  test('an upload that cannot be renamed for a while is kept for the next attempt', async () => {
    const { open, server, uploads } = await tried({ move: 503 })
    await expect((await open()).writeFile(path, bytes)).rejects.toMatchObject(refusal('place_unavailable'))
    server.habits = {}
    await (await open()).writeFile(path, bytes)
    expect(uploads()).toHaveLength(1)
  })
})

describe('a server that refuses names of incomplete files', () => {
  test.each([400, 403, 404, 405, 409, 415, 422, 'vanish'] as const)(
    'a server that refuses names of incomplete files by %s gets the final name',
    async (part) => {
      const { open } = await tried({ part })
      await expectKept(await open())
    },
  )

  test('a server that refuses every upload is reported by its own refusal', async () => {
    const { open } = await tried({ part: 403, whole: 403 })
    await expect((await open()).writeFile(path, bytes)).rejects.toMatchObject(refusal('place_read_only'))
  })
})

describe('a missing file or folder', () => {
  test.each([404, 410, 409, 403, 405, 'inner', 'bare'] as const)(
    'a file counts as missing if the answer is %s',
    async (missing) => {
      const { open } = await tried({ missing })
      await expectKept(await open())
      await testPlace(open, { kind: 'folder', path: '' }, computer)
    },
  )

  test.each([409, 403, 405, 'inner'] as const)('the place itself counts as missing: %s', async (missing) => {
    const { open } = await tried({ missing }, 'elsewhere/')
    await expect((await open()).listFolder('')).rejects.toMatchObject({
      error: { code: expect.stringMatching(/^place_/) },
    })
    await expect((await open()).listFolder('atelier-0')).rejects.toMatchObject({
      error: { code: expect.stringMatching(/^place_/) },
    })
  })

  test.each([403, 405, 409] as const)('removing a missing file succeeds: %i', async (gone) => {
    const { open } = await tried({ gone })
    await (await open()).removeFile('atelier-0/none.pack')
  })
})

describe('a WebDAV listing', () => {
  test.each([1_000, 3_000, 5_000])('a listing that lags %i ms behind an upload is requested again', async (lagMs) => {
    const { open } = await tried({ lagMs })
    await expectKept(await open())
    await testPlace(open, { kind: 'folder', path: '' }, computer)
  })

  test('a listing that stays outdated is given up after 5 s, and nothing is deleted', async () => {
    const { clock, open, server } = await tried({ lagMs: 3_600_000, move: 405 })
    const start = clock.now()
    await expect((await open()).writeFile(path, bytes)).rejects.toMatchObject(refusal('place_lost'))
    expect(clock.now() - start).toBeLessThanOrEqual(10_000)
    expect(server.files.has(`/dav/${path}`)).toBe(true)
  })

  test.each([200, 405, 501] as const)(
    'a listing without lengths leaves them to HEAD or, at %i, to GET',
    async (head) => {
      const { open } = await tried({ noLengths: true, ...(head === 200 ? {} : { head }) })
      await expectKept(await open())
    },
  )

  test.each([
    ['whole addresses', (own: string) => `http://127.0.0.1:1${own}`],
    ['addresses of another scheme', (own: string) => `https://127.0.0.1${own}`],
    ['names encoded twice', (own: string) => own.replace('%E6%88%91', '%25E6%2588%2591')],
    ['plain letters', (own: string) => decodeURIComponent(own)],
    ['lower-case percent signs', (own: string) => own.replaceAll(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase())],
    ['a slash at every end', (own: string) => (own.endsWith('/') ? own : `${own}/`)],
    ['no slash at any end', (own: string) => (own.endsWith('/') ? own.slice(0, -1) : own)],
    ['two slashes', (own: string) => own.replace('/dav/', '/dav//')],
    ['the path without what a proxy added', (own: string) => own.replace(/^\/dav/, '') || '/'],
  ])('with %s in its hrefs is read', async (_name, href) => {
    const { open, server } = await tried({ href }, '%E6%88%91/')
    await fetch(`${server.address}%E6%88%91/`, { method: 'MKCOL' })
    await expectKept(await open())
  })

  test.each([
    ['another prefix', (xml: string) => xml.replaceAll('D:', 'ns0:')],
    ['two prefixes', (xml: string) => xml.replaceAll('D:resourcetype', 'lp1:resourcetype')],
    ['no prefix', (xml: string) => xml.replaceAll('D:', '').replace('xmlns:D', 'xmlns')],
    ['a byte order mark', (xml: string) => `\ufeff${xml}`],
    ['line ends everywhere', (xml: string) => xml.replaceAll('><', '>\r\n  <')],
  ])('with %s is read', async (_name, listing) => {
    const { open } = await tried({ listing })
    await expectKept(await open())
  })
})

describe('an unusual WebDAV server', () => {
  test.each([200, 201, 202, 204] as const)('a server may answer an upload with %i', async (put) => {
    const { open } = await tried({ put })
    await expectKept(await open())
  })

  test('a server may compress its answers', async () => {
    const { open } = await tried({ gzip: true, noLengths: true })
    await expectKept(await open())
  })

  test('a server gets the length of each upload, and no Expect header', async () => {
    const { open, server } = await tried({})
    await (await open()).writeFile(path, bytes)
    expect(server.headers.get('PUT')).toMatchObject({ 'content-length': String(bytes.length) })
    expect(server.headers.get('PUT')).not.toHaveProperty('transfer-encoding')
    expect(server.headers.get('PUT')).not.toHaveProperty('expect')
  })

  test.each(['slash', 'existing'] as const)('a server may redirect a folder: %s', async (redirects) => {
    const { open } = await tried({ redirects })
    await expectKept(await open())
    await (await open()).writeFile('atelier-0/packs/a/two.pack', bytes)
  })

  test.each([
    ['a number of seconds', '7'],
    ['a date', new Date(1_800_000_007_000).toUTCString()],
    ['an older form of a date', 'Friday, 15-Jan-27 08:00:07 GMT'],
  ])('may send the time of a retry as %s', async (_name, after) => {
    const { clock, open } = await tried({})
    const place = await open()
    const start = clock.now()
    let asked = 0
    const busy: typeof testedFetch = async (input, init) => {
      asked += 1
      return asked === 1
        ? new Response(null, { status: 429, headers: { 'retry-after': after } })
        : testedFetch(input, init)
    }
    expect(place).toBeDefined()
    const own = mkdtempSync(join(tmpdir(), 'atelier-own-'))
    undo.push(() => rmSync(own, { recursive: true, force: true }))
    const { server } = await tried({})
    const opener = new PlaceOpener({
      dataFolder: own,
      fetch: busy,
      linkFetch: testedLinkFetch(),
      clock,
      random: () => 0,
    })
    const target = { kind: 'webdav', address: server.address, allowInsecure: false, user: 'mei' } as const
    await (await opener.openPlace(target, 'secret', never)).listFolder('')
    expect(clock.now() - start).toBe(7_000)
  })

  test.each([
    ['a quota', { whole: 507, part: 507 }, 'place_full'],
    ['a limit for uploads', { whole: 413, part: 413 }, 'place_too_large'],
    ['a lock', { move: 423 }, 'place_busy'],
    ['an upload that is still being checked', { move: 425 }, 'place_busy'],
  ] as const)('a server with %s is reported', async (_name, habits, code) => {
    const { open } = await tried(habits)
    await expect((await open()).writeFile(path, bytes)).rejects.toMatchObject(refusal(code))
  })
})
