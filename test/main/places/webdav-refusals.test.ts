import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { PlaceOpener } from '../../../src/main/places/open-place.ts'
import type { Place } from '../../../src/main/places/place.ts'
import { testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { HastyClock } from '../../fakes/hasty-clock.ts'
import { type DavHabits, type OddDav, startOddDav } from '../../fakes/odd-dav.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const bytes = new Uint8Array(randomBytes(5_000))
const folder = 'atelier-0/packs/a'
const path = `${folder}/one.pack`

async function tried(habits: DavHabits): Promise<{ server: OddDav; open: () => Promise<Place> }> {
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
  const target = { kind: 'webdav', address: server.address, allowInsecure: false, user: 'mei' } as const
  return { server, open: () => opener.openPlace(target, 'secret', new AbortController().signal) }
}

const putsOf = (server: OddDav): readonly string[] => server.asked.filter((line) => line.startsWith('PUT '))
const entryOf = (name: string): RegExp => new RegExp(`<D:response><D:href>([^<]*${name})</D:href>.*?</D:response>`)
/** The listing with a refusal in place of what it says about a file. */
const refusing =
  (name: string, status: string) =>
  (xml: string): string =>
    xml.replace(entryOf(name), `<D:response><D:href>$1</D:href><D:status>HTTP/1.1 ${status}</D:status></D:response>`)
const hiding =
  (name: string) =>
  (xml: string): string =>
    xml.replace(entryOf(name), '')

describe('a file that a listing refuses to describe', () => {
  test.each(['401 Unauthorized', '403 Forbidden', '409 Conflict', '423 Locked', '500 Broken'])(
    'a file that a listing cannot describe exists: %s',
    async (status) => {
      const { open, server } = await tried({})
      await (await open()).writeFile(path, bytes)
      server.habits = { listing: refusing('one.pack', status) }
      const place = await open()
      expect((await place.listFolder(folder)).files).toMatchObject([{ name: 'one.pack', bytes: null }])
      expect(await place.lacks(path)).toBe(false)
      await expect(place.size(path)).rejects.toMatchObject({ error: { code: expect.stringMatching(/^place_/) } })
    },
  )

  test.each(['404 Not Found', '410 Gone'])('a file that a listing cannot describe is missing: %s', async (status) => {
    const { open, server } = await tried({})
    await (await open()).writeFile(path, bytes)
    server.habits = {
      listing: refusing('one.pack', status),
      instead: (method) => (method === 'GET' ? Number(status.slice(0, 3)) : null),
    }
    const place = await open()
    expect((await place.listFolder(folder)).files).toEqual([])
    expect(await place.lacks(path)).toBe(true)
  })
})

test.each([403, 405, 409])('a hidden file that is refused with %i exists', async (status) => {
  const { open, server } = await tried({})
  await (await open()).writeFile(path, bytes)
  server.habits = {
    listing: hiding('one.pack'),
    instead: (method, asked) => (method === 'PROPFIND' && asked.endsWith('one.pack') ? status : null),
  }
  expect(await (await open()).lacks(path)).toBe(false)
})

test.each([403, 405, 409])('a hidden folder that is refused with %i makes the list incomplete', async (status) => {
  const { open, server } = await tried({})
  await (await open()).writeFile(path, bytes)
  server.habits = {
    listing: hiding('a/'),
    instead: (method, asked) => (method === 'PROPFIND' && asked.endsWith(folder) ? status : null),
  }
  expect(await (await open()).listFolder(folder)).toEqual({ files: [], whole: false })
})

test.each([404, 409, 403, 405, 410])('a removed file counts as missing for status %i', async (missing) => {
  const { open } = await tried({ missing })
  const place = await open()
  await place.writeFile(path, bytes)
  expect(await place.lacks(path)).toBe(false)
  expect(await place.lacks(`${folder}/two.pack`)).toBe(true)
})

test.each([409, 405])('a listing that still has a removed file does not prove an upload (move %i)', async (move) => {
  const { open, server } = await tried({})
  await (await open()).writeFile(path, bytes)
  let stale = ''
  server.habits = {
    listing: (xml) => {
      stale = xml
      return xml
    },
  }
  await (await open()).size(path)
  await (await open()).removeFile(path)
  server.habits = { move, listing: (xml) => (xml.includes('.part') ? xml : stale), missing: 'inner' }
  await (await open()).writeFile(path, bytes)
  expect([...server.files.keys()]).toEqual([`/dav/${path}`])
})

test.each([undefined, 405] as const)('an upload is kept if HEAD states no length (move %s)', async (move) => {
  const { open, server } = await tried({ noLengths: true, head: 'empty', ...(move === undefined ? {} : { move }) })
  await (await open()).writeFile(path, bytes)
  expect([...server.files.keys()]).toEqual([`/dav/${path}`])
  expect(await (await open()).size(path)).toBe(bytes.length)
})

describe('a server that has renamed files before', () => {
  test.each([500, 502])('a server that renamed before is asked again after %i, and keeps renaming', async (status) => {
    const { open, server } = await tried({})
    await (await open()).writeFile(path, bytes)
    let left = 2
    server.habits = { instead: (method) => (method === 'MOVE' && left-- > 0 ? status : null) }
    await (await open()).writeFile(`${folder}/two.pack`, bytes)
    await (await open()).writeFile(`${folder}/three.pack`, bytes)
    expect(putsOf(server)).toHaveLength(3)
    expect(putsOf(server).every((line) => line.endsWith('.part'))).toBe(true)
  })

  test.each([400, 403, 409])('a server keeps renaming after it refused one file with %i', async (status) => {
    const { open, server } = await tried({})
    await (await open()).writeFile(path, bytes)
    server.habits = { move: status }
    await (await open()).writeFile(`${folder}/two.pack`, bytes)
    server.habits = {}
    await (await open()).writeFile(`${folder}/three.pack`, bytes)
    expect(putsOf(server).at(-1)).toMatch(/three\.pack\.[0-9a-f]+\.part$/)
    expect(server.files.size).toBe(3)
  })

  test.each([405, 501])('a server stores under final names after %i', async (status) => {
    const { open, server } = await tried({})
    await (await open()).writeFile(path, bytes)
    server.habits = { move: status }
    await (await open()).writeFile(`${folder}/two.pack`, bytes)
    await (await open()).writeFile(`${folder}/three.pack`, bytes)
    expect(putsOf(server).at(-1)).toBe(`PUT /dav/${folder}/three.pack`)
  })
})

test.each([200, 204])('a folder created with %i, and listed later, exists', async (made) => {
  const { open, server } = await tried({ made, lagMs: 1_000 })
  await (await open()).writeFile(path, bytes)
  expect([...server.files.keys()]).toEqual([`/dav/${path}`])
})

test('a server that cannot rename, and refuses to read missing files, gets the final name', async () => {
  const { open, server } = await tried({ move: 404 })
  server.habits = {
    move: 404,
    instead: (method, asked) => ((method === 'GET' || method === 'HEAD') && !server.files.has(asked) ? 403 : null),
  }
  await (await open()).writeFile(path, bytes)
  expect([...server.files.keys()]).toEqual([`/dav/${path}`])
})
