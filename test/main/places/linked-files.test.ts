import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { PlaceOpener } from '../../../src/main/places/open-place.ts'
import type { Place } from '../../../src/main/places/place.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { HastyClock } from '../../fakes/hasty-clock.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'
import { type DavHabits, type OddDav, startOddDav } from '../../fakes/odd-dav.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const bytes = new Uint8Array(randomBytes(5_000))
const path = 'atelier-0/packs/a/one.pack'
const refusal = (code: string) => ({ error: { code } })

type Answer = (from: IncomingMessage, to: ServerResponse) => void

/** A host of links on loopback: answers every request with `answer`. */
async function linkHost(answer: Answer): Promise<{ readonly asked: readonly IncomingMessage[]; readonly url: string }> {
  const asked: IncomingMessage[] = []
  const server = await loopbackServer((from, to) => {
    asked.push(from)
    answer(from, to)
  })
  undo.push(() => server.close())
  return { asked, url: `${server.origin}/file?sign=abc` }
}

const sends =
  (body: Uint8Array): Answer =>
  (_from, to) =>
    void to.end(body)
const says =
  (status: number, headers: Readonly<Record<string, string>>): Answer =>
  (_from, to) =>
    void to.writeHead(status, headers).end()

interface Linked {
  readonly server: OddDav
  readonly place: Place
  readonly linked: string[]
}

/** A place that holds one file, and sends it as its habits say. */
async function linked(habits: DavHabits): Promise<Linked> {
  const clock = new HastyClock()
  const server = await startOddDav({}, clock)
  undo.push(() => server.close())
  const opened = await open(server.address, testedFetch)
  await opened.place.writeFile(path, bytes)
  server.habits = habits
  // as the next job opens it
  return { server, ...(await open(server.address, testedFetch)) }
}

async function open(
  address: string,
  fetch: Fetch,
  atLinks: Fetch = testedLinkFetch(),
): Promise<{ readonly place: Place; readonly linked: string[] }> {
  const own = mkdtempSync(join(tmpdir(), 'atelier-own-'))
  undo.push(() => rmSync(own, { recursive: true, force: true }))
  const linked: string[] = []
  const linkFetch: Fetch = async (input, init) => {
    linked.push(String(input))
    return await atLinks(input, init)
  }
  const opener = new PlaceOpener({ dataFolder: own, fetch, linkFetch, clock: new HastyClock(), random: () => 0 })
  const target = { kind: 'webdav', address, allowInsecure: false, user: 'mei' } as const
  return { place: await opener.openPlace(target, 'secret', new AbortController().signal), linked }
}

describe('a file that the place sends from another address', () => {
  test('a file at another address is read there, without the password', async () => {
    const host = await linkHost(sends(bytes))
    const { place, server } = await linked({ link: () => host.url })
    expect(Buffer.from(await place.readFile(path, bytes.length)).equals(bytes)).toBe(true)
    expect(server.headers.get('GET')?.authorization).toMatch(/^Basic /)
    expect(host.asked.map(({ headers, method, url }) => [method, url, headers.authorization, headers.cookie])).toEqual([
      ['GET', '/file?sign=abc', undefined, undefined],
    ])
  })

  test('a file at another address has a length, even if neither a listing nor HEAD states one', async () => {
    const host = await linkHost(sends(bytes))
    const { place } = await linked({ link: () => host.url, noLengths: true })
    expect(await place.size(path)).toBe(bytes.length)
    expect(host.asked.map(({ method }) => method)).toEqual(['GET'])
  })

  test('a file may be three redirects away, and no more', async () => {
    let hops = 3
    const host = await linkHost((from, to) => {
      hops -= 1
      if (hops <= 0) sends(bytes)(from, to)
      else says(302, { location: '/next' })(from, to)
    })
    const { place } = await linked({ link: () => host.url })
    expect(await place.readFile(path, bytes.length)).toHaveLength(bytes.length)
    hops = 4
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_link'))
    expect(host.asked).toHaveLength(6)
  })

  test.each([404, 410, 429, 503])('a file is not missing if its link answers %i', async (status) => {
    const host = await linkHost(says(status, {}))
    const { place } = await linked({ link: () => host.url, missing: 403 })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_unavailable'))
    expect(await place.lacks(path).catch(() => false)).toBe(false)
  })

  test('a file that is cut off is refused', async () => {
    const host = await linkHost((_from, to) => {
      to.writeHead(200, { 'content-length': bytes.length })
      to.write(bytes.subarray(0, 100))
      to.destroy()
    })
    const { place } = await linked({ link: () => host.url })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_lost'))
  })

  test('a file that has grown is not read to its end', async () => {
    const host = await linkHost(sends(new Uint8Array(200_000)))
    const { place } = await linked({ link: () => host.url })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_changed'))
  })
})

describe('a refused link of a place', () => {
  test.each([
    ['the address of a cloud machine’s secrets', 'http://169.254.169.254/latest/meta-data'],
    ['another machine of the network', 'http://192.168.1.1/admin'],
    ['this computer by another name of it', 'https://intranet/file'],
    ['IPv6 of one network only', 'http://[fe80::1]/file'],
    ['a public host without encryption', 'http://cloud.example.com/file'],
    ['a file', 'file:///etc/passwd'],
    ['an address with a password', 'https://mei:secret@cloud.example.com/file'],
  ])('refuses a redirect to %s', async (_name, location) => {
    const { linked: fetched, place } = await linked({ link: () => location })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_link'))
    expect(fetched).toEqual([])
  })

  test('refuses a second redirect to a forbidden address', async () => {
    const host = await linkHost(says(302, { location: 'http://169.254.169.254/latest/meta-data' }))
    const { linked: fetched, place } = await linked({ link: () => host.url })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_link'))
    expect(fetched).toEqual([])
  })

  test('refuses a redirect to itself', async () => {
    const host = await linkHost(says(302, { location: '/file' }))
    const { place } = await linked({ link: () => host.url })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_link'))
    expect(host.asked).toHaveLength(3)
  })

  test('refuses a redirect to an address that asks for the password, without sending it', async () => {
    const host = await linkHost(says(401, { 'www-authenticate': 'Basic realm="dav"' }))
    const { place } = await linked({ link: () => host.url })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_link'))
    expect(host.asked.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  test('refuses a redirect to an address of the place that asks for the password, without sending it', async () => {
    const { place, server } = await linked({
      link: () => '/dav/other',
      instead: (_method, own) => (own === '/dav/other' ? 401 : null),
    })
    await expect(place.readFile(path, bytes.length)).rejects.toMatchObject(refusal('place_link'))
    expect(server.asked.slice(-2)).toEqual([`GET /dav/${path}`, 'GET /dav/other'])
    expect(server.headers.get('GET')?.authorization).toBeUndefined()
  })

  test.each([
    ['http://cloud.example.com/file', false],
    ['http://192.168.1.5/file', false],
    ['http://dav.example.com/file', false],
    ['https://cdn.example.com/file', true],
  ])('refuses a redirect from https to %s, unless it is encrypted', async (location, isFollowed) => {
    const answers: Fetch = async () => new Response(null, { status: 302, headers: { location } })
    const { linked: fetched, place } = await open('https://dav.example.com/', answers, async () => new Response(bytes))
    const read = place.readFile(path, bytes.length)
    await (isFollowed ? read : expect(read).rejects.toMatchObject(refusal('place_link')))
    expect(fetched).toEqual(isFollowed ? [location] : [])
  })

  test.each(['PROPFIND', 'DELETE', 'PUT'])('refuses a redirect in answer to %s', async (method) => {
    const host = await linkHost(sends(bytes))
    const answers: Fetch = async (_input, init) =>
      new Response(null, init?.method === method ? { status: 302, headers: { location: host.url } } : { status: 201 })
    const { place } = await open('http://127.0.0.1:1/', answers)
    const doing = {
      PROPFIND: () => place.listFolder(''),
      DELETE: () => place.removeFile(path),
      PUT: () => place.writeFile(path, bytes),
    }
    await expect(doing[method as keyof typeof doing]()).rejects.toMatchObject(refusal('place_redirects'))
    expect(host.asked).toEqual([])
  })
})
