import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBypassed, parsedProxy, proxyFor, proxyOfPac } from '../../../../src/main/gateway/proxy/proxy-route.ts'

const proxy = { kind: 'http', host: 'proxy.example', port: 8080, username: '', password: '' } as const
const manual = { mode: 'manual', proxy, bypass: 'inside.example, 10.0.0.1 other.example:81' } as const

describe('a proxy entered by hand', () => {
  test.each([
    ['https://gateway.example/v1', proxy],
    ['http://10.0.0.2/v1', proxy],
    ['https://inside.example/v1', null],
    ['https://a.inside.example/v1', null],
    ['https://notinside.example/v1', proxy],
    ['http://10.0.0.1:3000/v1', null],
    ['http://other.example:81/', null],
    ['http://other.example:82/', proxy],
  ])('the proxy settings for %s', (url, way) => {
    expect(proxyFor(url, manual, {})).toEqual(way)
  })

  test('a proxy is never used for this computer', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'atelier.localhost'])
      for (const route of [manual, { mode: 'system' } as const])
        expect(proxyFor(`http://${host}:8080/v1`, route, { ALL_PROXY: 'http://proxy.example' })).toBeNull()
  })
})

test('the system’s proxy is that of the environment, by scheme, lower case first', () => {
  const environment = {
    HTTP_PROXY: 'plain.example:3128',
    HTTPS_PROXY: 'http://upper.example',
    https_proxy: 'http://l.example:1',
  }
  const way = (url: string, more = {}) => proxyFor(url, { mode: 'system' }, { ...environment, ...more })
  expect(way('http://gateway.example')).toMatchObject({ kind: 'http', host: 'plain.example', port: 3128 })
  expect(way('https://gateway.example')).toMatchObject({ host: 'l.example', port: 1 })
  expect(way('https://gateway.example', { NO_PROXY: '.example' })).toBeNull()
  expect(way('https://gateway.example', { no_proxy: '*' })).toBeNull()
  const all = { ALL_PROXY: 'socks5h://me:p%40ss@socks.example' }
  expect(proxyFor('https://a.example', { mode: 'system' }, all)).toEqual({
    ...{ kind: 'socks5', host: 'socks.example', port: 1080, username: 'me', password: 'p@ss' },
  })
  expect(proxyFor('https://a.example', { mode: 'none' }, all)).toBeNull()
})

test('the first entry of a PAC answer is used', () => {
  expect(proxyOfPac('DIRECT')).toBeNull()
  expect(proxyOfPac('PROXY a.example:3128; DIRECT')).toMatchObject({ kind: 'http', host: 'a.example', port: 3128 })
  expect(proxyOfPac('HTTPS a.example:444')).toMatchObject({ kind: 'https', port: 444 })
  expect(proxyOfPac('SOCKS5 [::1]:9;DIRECT')).toMatchObject({ kind: 'socks5', host: '::1', port: 9 })
})

test('a password with a bare % is used unchanged', () => {
  const proxied = { HTTP_PROXY: 'http://me:50%off@proxy.example:8080' }
  expect(proxyFor('http://a.example', { mode: 'system' }, proxied)).toMatchObject({
    username: 'me',
    password: '50%off',
  })
  expect(parsedProxy('http://m%65:%zz@proxy.example')).toMatchObject({ username: 'me', password: '%zz' })
})

test('any text as a rule or an address does not throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      isBypassed('gateway.example', '443', text)
      parsedProxy(text)
      proxyOfPac(text)
    }),
  )
})
