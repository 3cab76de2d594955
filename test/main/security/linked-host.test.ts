import { describe, expect, test } from 'vitest'
import { isPublicHost, mayConnect } from '../../../src/main/security/linked-host.ts'

describe('a host that a link names', () => {
  test.each([
    'cdn.example.com',
    'a.b',
    'CDN.Example.com',
    'example.com.',
    '1.1.1.1',
    '[2606:4700::1111]',
    'xn--fiq228c.cn',
  ])('%s may be requested', (host) => expect(isPublicHost(host)).toBe(true))

  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer',
    'nas.local',
    'metadata.google.internal',
    'router.home.arpa',
    'router.lan',
    'intranet.corp',
    '10.0.0.1',
    '198.18.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
    '[fd00::1]',
    '',
    '.',
  ])('%s may not be requested', (host) => expect(isPublicHost(host)).toBe(false))

  // URL normalises every spelling of a number to one address
  test.each(['http://0x7f.1', 'http://2130706433', 'http://017700000001', 'http://127.1', 'http://127.0.0.1.'])(
    '%s may not be requested, in any spelling',
    (url) => expect(isPublicHost(new URL(url).hostname)).toBe(false),
  )
})

describe('an address behind a name', () => {
  test.each(['93.184.216.34', '2606:4700::1111', '198.18.0.1', '198.19.255.254'])(
    'a name with the address %s may be connected to',
    (address) => expect(mayConnect('cdn.example', address)).toBe(true),
  )

  test.each([
    '10.0.0.1',
    '192.168.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '::ffff:198.18.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '198.17.255.255x',
    '',
  ])('a name with the address %s may not be connected to', (address) =>
    expect(mayConnect('cdn.example', address)).toBe(false),
  )

  test('a link itself may not contain a placeholder address of a proxy', () => {
    expect(mayConnect('198.18.0.1', '198.18.0.1')).toBe(false)
    expect(mayConnect('[::ffff:c612:1]', '198.18.0.1')).toBe(false)
  })
})
