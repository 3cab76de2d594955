import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyKinds } from '../../../src/shared/history-limits.ts'
import { openLinkOf, readAppLink } from '../../../src/shared/links/app-link.ts'
import { maskedKey } from '../../../src/shared/links/connection-offer.ts'

const key = 'sk-abcdefghijklmnop1234'
const base = { name: 'Team', isNameCleaned: false, address: 'https://gateway.example/v1', isUnencrypted: false, key }
const offered = (offer: object) => ({ kind: 'connect', offer: { ...base, ...offer } })
const refused = (problem: string) => ({ kind: 'refused', problem })

describe('a link to connect', () => {
  test.each([
    ['a query', `atelier://connect?v=1&name=Team&address=https%3A%2F%2Fgateway.example&key=${key}`],
    ['a fragment', `atelier://connect#v=1&name=Team&address=https%3A%2F%2Fgateway.example&key=${key}`],
    ['as browsers hand it on', `ATELIER://connect/?v=1&name=Team&address=https://gateway.example/v1/&key=${key}`],
    ['an endpoint', `atelier:connect?name=Team&address=gateway.example/v1/chat/completions&key=${key}`],
  ])('a link with %s shows what it would add', (_name, link) => {
    expect(readAppLink(link)).toEqual(offered({}))
  })

  test('a link keeps a plus of a key, and reads one of a name as a space', () => {
    const link = 'atelier://connect?name=My+%E6%9C%BA%E5%99%A8&address=https://gateway.example&key=sk-a+b/c=='
    expect(readAppLink(link)).toEqual(offered({ name: 'My 机器', key: 'sk-a+b/c==' }))
  })

  test('a link needs no name and no key', () => {
    const link = 'atelier://connect?v=1&address=gateway.example'
    expect(readAppLink(link)).toEqual(offered({ name: '', key: '' }))
  })

  test('a link shows letters of other alphabets in a host as they are sent', () => {
    const link = 'atelier://connect?address=https://gаteway.example&key='
    expect(readAppLink(link)).toMatchObject({ offer: { address: 'https://xn--gteway-3nf.example/v1' } })
  })

  test('a link warns of http to another computer, but not to this one', () => {
    expect(readAppLink('atelier://connect?address=http://192.168.1.5:3000')).toMatchObject({
      offer: { isUnencrypted: true },
    })
    expect(readAppLink('atelier://connect?address=http://127.0.0.1:3000')).toMatchObject({
      offer: { isUnencrypted: false },
    })
  })

  test("a link's name loses direction, control and invisible characters, which is reported", () => {
    const name = encodeURIComponent('Bank\u202egro.kcatta\u0000\u200b\nOK')
    expect(readAppLink(`atelier://connect?name=${name}&address=gateway.example`)).toMatchObject({
      offer: { name: 'Bank gro.kcatta OK', isNameCleaned: true },
    })
    expect(readAppLink(`atelier://connect?name=${'x'.repeat(500)}&address=gateway.example`)).toMatchObject({
      offer: { name: 'x'.repeat(80), isNameCleaned: true },
    })
  })
})

describe('a hostile link', () => {
  const connect = (address: string, rest = '') => `atelier://connect?v=1&address=${encodeURIComponent(address)}${rest}`
  test.each([
    ['a script', connect('javascript:alert(1)'), 'address_scheme'],
    ['data', connect('data:text/html,x'), 'address_scheme'],
    ['a file', connect('file:///etc/passwd'), 'address_scheme'],
    ['a link inside of it', connect(`atelier://connect?key=${key}`), 'address_scheme'],
    ['a name and password', connect('https://openai.com:x@evil.example'), 'address_credentials'],
    ['no address', 'atelier://connect?v=1&key=sk-x', 'address_invalid'],
    ['spaces in the address', connect('https://a.example/ b'), 'address_invalid'],
    ['control characters in the address', connect('https://a.example\u0000.b.example'), 'address_invalid'],
    ['a direction mark in the address', connect('https://a.example/\u202e'), 'address_invalid'],
    ['an encoded script', connect('javascript%3Aalert(1)'), 'address_scheme'],
    ['a key of two lines', connect('a.example', '&key=a%0D%0AX-Header:%20b'), 'key'],
    ['a key of other letters', connect('a.example', '&key=%E5%AF%86'), 'key'],
    ['two addresses', connect('a.example', '&address=b.example'), 'repeated'],
    ['two keys', connect('a.example', '&key=a&key=b'), 'repeated'],
    ['a later version', 'atelier://connect?v=2&address=a.example', 'version'],
    ['bytes that are no UTF-8', 'atelier://connect?name=%ff&address=a.example', 'unreadable'],
    ['a line break', 'atelier://connect?address=a.example\n&key=x', 'unreadable'],
    ['10 MB', connect('a.example', `&key=${'x'.repeat(10_000_000)}`), 'too_long'],
    ['8 KB of letters of three bytes', connect('a.example', `&name=${'密'.repeat(3000)}`), 'too_long'],
    ['another action', 'atelier://delete?all=1', 'unknown'],
    ['more of a path', 'atelier://connect/now?address=a.example', 'unknown'],
    ['another scheme', 'atelier2://connect?address=a.example', 'unreadable'],
    ['nothing', 'atelier:', 'unknown'],
  ])('with %s is refused', (_name, link, problem) => {
    expect(readAppLink(link)).toEqual(refused(problem))
  })
})

test('a link to an item has a known kind and an id without special characters', () => {
  const id = '0190b0a4-7a3c-7c1e-9f3a-1234567890ab'
  expect(readAppLink(`atelier://open/chat/${id}`)).toEqual({ kind: 'open', key: { kind: 'chat', id } })
  for (const kind of historyKinds)
    expect(readAppLink(openLinkOf({ kind, id }))).toEqual({ kind: 'open', key: { kind, id } })
  expect(readAppLink(`atelier://open/file/${id}`)).toEqual(refused('unknown'))
  expect(readAppLink(`atelier://open/chat/${id}/more`)).toEqual(refused('unknown'))
  for (const wrong of ['..', '%2e%2e', 'a b', "a'b", 'x'.repeat(101)])
    expect(readAppLink(`atelier://open/chat/${wrong}`)).toEqual(refused('unreadable'))
})

test.each(["http://a.aa/'00", "https://a.example/v1'8080'/x", 'https://a.example/?q="80"'])(
  'digits after a quote in %s are not the port of its host',
  (address) => {
    const link = readAppLink(`atelier://connect?address=${encodeURIComponent(address)}`)
    expect(link).toMatchObject({
      kind: 'connect',
      offer: { address: expect.stringMatching(/^https?:\/\/a\.[a-z]+\//) },
    })
  },
)

test('a link is read as written', () => {
  fc.assert(
    fc.property(
      fc.webUrl(),
      fc.stringMatching(/^[\x21-\x7e]{0,60}$/),
      fc.string({ maxLength: 30 }),
      (url, secret, name) => {
        const query = `v=1&name=${encodeURIComponent(name)}&address=${encodeURIComponent(url)}&key=${encodeURIComponent(secret)}`
        const link = readAppLink(`atelier://connect?${query}`)
        if (link.kind !== 'connect') throw new Error(`${link.kind}: ${url}`)
        expect(link.offer.key).toBe(secret)
        expect(new URL(link.offer.address).host).toBe(new URL(url).host)
        expect(link.offer.name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      },
    ),
  )
})

test('reading a link never throws, and a refusal repeats no part of the link', () => {
  const problems = /^[a-z_]+$/
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const link of [
        readAppLink(text),
        readAppLink(`atelier://connect?${text}`),
        readAppLink(`atelier://${text}`),
      ])
        if (link.kind === 'refused') expect(link.problem).toMatch(problems)
    }),
  )
})

test('a masked key shows four characters of a long key, and none of a short one', () => {
  expect(maskedKey(key)).toBe('sk-…1234')
  expect(maskedKey('secretlong12')).toBe('…ng12')
  expect(maskedKey('short')).toBe('…')
})
