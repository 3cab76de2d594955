import { expect, test } from 'vitest'
import { placePath } from '../../../src/main/places/place.ts'
import { placeAddress } from '../../../src/main/places/place-address.ts'
import { PlaceRequests } from '../../../src/main/places/place-requests.ts'
import { budgetOf, RequestBudget } from '../../../src/main/places/request-budget.ts'
import { readErrorCode, readPage } from '../../../src/main/places/s3-answers.ts'
import { readMultiStatus } from '../../../src/main/places/webdav-answers.ts'
import { WebDavPlace } from '../../../src/main/places/webdav-place.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

const asked = new URL('https://cloud.example/dav/atelier/')
const response = (href: string, more = '<d:getcontentlength>5</d:getcontentlength>'): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${more}</d:prop></d:propstat></d:response>`
const multi = (...inner: readonly string[]): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${inner.join('')}</d:multistatus>`

test('hrefs are paths or full addresses, with any prefix and case of percent signs', () => {
  const xml = '<multistatus xmlns="DAV:"><response><href>/dav/atelier/%e8%8c%b6.pack</href></response></multistatus>'
  expect(readMultiStatus(xml, asked)).toMatchObject([{ path: '/dav/atelier/茶.pack', bytes: null }])
  expect(readMultiStatus(multi(response('http://cloud.example:80/dav/atelier/a.pack')), asked)).toMatchObject([
    { name: 'a.pack', bytes: 5, isFolder: false },
  ])
})

test.each([
  ['another host', 'https://evil.example/dav/atelier/a.pack'],
  ['a hidden slash', '/dav/atelier/..%2f..%2fetc%2fpasswd'],
  ['a control character', '/dav/atelier/a%00b'],
  ['no UTF-8', '/dav/atelier/%ff%fe'],
  ['a script', 'javascript:alert(1)'],
])('an href with %s is dropped', (_name, href) => {
  expect(readMultiStatus(multi(response(href)), asked)).toEqual([])
})

test.each([
  ['a web page', '<!doctype html><html><body>Hello</body></html>'],
  ['a cut answer', multi(response('/dav/atelier/a.pack')).slice(0, -30)],
  ['tags that do not match', '<d:multistatus><d:response></d:multistatus></d:response>'],
  ['deep nesting', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ['too many entries', multi(...Array.from({ length: 20_001 }, (_, index) => response(`/dav/atelier/${index}`)))],
  ['nothing', ''],
])('%s is no listing', (_name, xml) => {
  expect(() => readMultiStatus(xml, asked)).toThrow()
})

test('entities are not expanded, and external files are not read', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
  const found = readMultiStatus(`${bomb}${multi(response('/dav/atelier/&a;&f;'))}`, asked)
  expect(JSON.stringify(found)).not.toMatch(/aaaaaaaaaa|root:/)
})

test('invalid lengths count as unknown', () => {
  for (const length of ['-1', '1e9', '9'.repeat(30), 'x'])
    expect(
      readMultiStatus(multi(response('/dav/atelier/a', `<d:getcontentlength>${length}</d:getcontentlength>`)), asked),
    ).toMatchObject([{ bytes: null }])
})

test('pages of a bucket are read within limits, and an error only by its code', () => {
  const page =
    '<ListBucketResult><Contents><Key>a &amp; b</Key><Size>3</Size></Contents><IsTruncated>true</IsTruncated></ListBucketResult>'
  expect(readPage(page)).toEqual({ files: [{ key: 'a & b', bytes: 3 }], folders: [], isTruncated: true, next: null })
  expect(() => readPage('<html></html>')).toThrow()
  expect(readErrorCode('<Error><Code>SlowDown</Code></Error>')).toBe('SlowDown')
  expect(readErrorCode('<Error><Code>a b; drop</Code></Error>')).toBeNull()
  expect(readErrorCode('not xml')).toBeNull()
})

test('a path consists only of names of our own', () => {
  expect(placePath('atelier-0', 'packs')).toBe('atelier-0/packs')
  for (const name of ['..', '.', '', 'a/b', 'A', 'a\\b', '%2e', 'a b']) expect(() => placePath(name)).toThrow()
})

test('an address contains no password, and plain http is allowed only in the local network', () => {
  expect(placeAddress('dav.jianguoyun.com/dav', false).href).toBe('https://dav.jianguoyun.com/dav/')
  expect(placeAddress('http://192.168.1.5:5005/dav', false).protocol).toBe('http:')
  expect(placeAddress('http://nas.local/dav', false).protocol).toBe('http:')
  expect(placeAddress('http://cloud.example.com/dav', true).protocol).toBe('http:')
  for (const address of [
    'http://cloud.example.com/',
    'https://mei:secret@cloud.example.com/',
    'file:///etc',
    'a b',
    '',
  ])
    expect(() => placeAddress(address, false)).toThrow()
})

test("Jianguoyun's budget of 600 requests in 30 minutes is never exceeded", () => {
  const clock = new ManualClock()
  const rule = budgetOf('dav.jianguoyun.com')
  expect(budgetOf('cloud.example.com')).toBeNull()
  if (rule === null) throw new Error('no budget')
  const budget = new RequestBudget(rule, clock)
  const sent: number[] = []
  while (clock.now() < 1_800_000_000_000 + 3 * 3_600_000) {
    clock.advance(budget.takeRequest())
    sent.push(clock.now())
  }
  const window = 30 * 60_000
  let from = 0
  let most = 0
  sent.forEach((at, index) => {
    while ((sent[from] ?? 0) < at - window) from += 1
    most = Math.max(most, index - from + 1)
  })
  expect(most).toBeLessThanOrEqual(600)
  expect(sent.length).toBeGreaterThan(2000)
})

test('a listing has at most 4 MiB', async () => {
  const clock = new ManualClock()
  const listing = (length: number): WebDavPlace =>
    new WebDavPlace({
      address: asked,
      user: 'u',
      password: 'p',
      now: () => 0,
      requests: new PlaceRequests({
        fetch: async () => new Response(multi(response('/dav/atelier/a.pack')).padEnd(length), { status: 207 }),
        clock,
        random: () => 0,
        signal: new AbortController().signal,
        budget: null,
      }),
    })
  expect((await listing(4 * 1024 ** 2).listFolder('')).files).toHaveLength(1)
  await expect(listing(4 * 1024 ** 2 + 1).listFolder('')).rejects.toMatchObject({ error: { code: 'place_changed' } })
})
