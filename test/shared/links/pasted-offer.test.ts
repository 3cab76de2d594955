import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodedTexts } from '../../../src/shared/links/encoded-config.ts'
import { readPasted } from '../../../src/shared/links/pasted-offer.ts'

const key = 'sk-abcdefghijklmnop1234'
const gateway = 'https://gateway.example'
const encodedAddress = encodeURIComponent(gateway)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const url64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Cherry Studio's own alphabet. */
const swapped = (value: unknown) => base64(value).replaceAll('+', '_').replaceAll('/', '-')

const offered = (name = '', address = `${gateway}/v1`, isUnencrypted = false) => ({
  ok: true,
  offer: { name, isNameCleaned: false, address, isUnencrypted, key },
})

describe('texts that gateway consoles create are recognised', () => {
  const config = { id: 'new-api', baseUrl: gateway, apiKey: key }
  test.each([
    ['Cherry Studio', `cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(base64(config))}`, ''],
    [
      'Cherry Studio, swapped',
      `cherrystudio://providers/api-keys?v=1&data=${swapped({ ...config, name: '中文?>~' })}`,
      '中文?>~',
    ],
    ['DeepChat', `deepchat://provider/install?v=1&data=${url64(config)}`, ''],
    ['AionUI', `aionui://provider/add?v=1&data=${base64({ platform: 'new-api', baseUrl: gateway, apiKey: key })}`, ''],
    [
      'Lobe of one-api, not encoded',
      `https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"${key}","baseURL":"${gateway}/v1"}}}`,
      '',
    ],
    [
      'Lobe of new-api, the address encoded inside of JSON',
      `https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"${key}","baseURL":"${encodedAddress}/v1"}}}`,
      '',
    ],
    [
      'AI as Workspace',
      `https://aiaw.app/set-provider?provider={"type":"openai","settings":{"apiKey":"${key}","baseURL":"${encodedAddress}/v1","compatibility":"strict"}}`,
      '',
    ],
    ['AMA', `ama://set-api-key?server=${encodedAddress}&key=${key}`, ''],
    ['OpenCat', `opencat://team/join?domain=${encodedAddress}&token=${key}`, ''],
    ['NextChat', `https://app.nextchat.dev/#/?settings={"key":"${key}","url":"${gateway}"}`, ''],
    [
      'NextChat, as a browser copies it',
      `https://chat.example/#/?settings=${encodeURIComponent(`{"key":"${key}","url":"${encodedAddress}"}`)}`,
      '',
    ],
    [
      'CC Switch',
      `ccswitch://v1/import?resource=provider&app=codex&name=My+Gateway&endpoint=${encodedAddress}%2Fv1&apiKey=${key}&model=x&homepage=${encodedAddress}&enabled=true`,
      'My Gateway',
    ],
    ['the clipboard of new-api', JSON.stringify({ _type: 'newapi_channel_conn', key, url: gateway }), ''],
    [
      'a link of Chatbox',
      `chatbox://provider/import?config=${base64({ id: 'x', name: 'Work', type: 'openai', settings: { apiHost: gateway, apiKey: key, models: [] } })}`,
      'Work',
    ],
    [
      'JSON of Chatbox',
      JSON.stringify({ id: 'x', name: 'Work', type: 'openai', settings: { apiHost: gateway, apiKey: key } }, null, 2),
      'Work',
    ],
    ['a configuration in base64 alone', base64(config), ''],
    ['a link of ours', `atelier://connect?v=1&address=${encodedAddress}&key=${key}`, ''],
    ['an address above a key', `${gateway}/v1\n${key}\n`, ''],
    ['an address beside a key', `Address: ${gateway}, key: ${key}`, ''],
    ['the same in Chinese', `接口地址：${gateway}/v1，密钥：${key}。`, ''],
    [
      'curl',
      `curl ${gateway}/v1/chat/completions \\\n  -H "Content-Type: application/json" \\\n  -H "Authorization: Bearer ${key}" \\\n  -d '{"model":"x"}'`,
      '',
    ],
    [
      'curl with another address before its own',
      `curl -H "Referer: https://other.example" -d '{"u":"https://other.example"}' ${gateway}/v1/models -H "x-api-key: ${key}"`,
      '',
    ],
    ['curl without a scheme', `curl gateway.example/v1/models -H "x-api-key: ${key}"`, ''],
    [
      'curl behind variables',
      `export OPENAI_BASE_URL=${gateway}/v1\ncurl $OPENAI_BASE_URL/models -e https://other.example -H "Authorization: Bearer ${key}"`,
      '',
    ],
    ['curl with a header of its own', `curl -H 'x-api-key: ${key}' '${gateway}/v1/models'`, ''],
    ['variables of a shell', `export OPENAI_API_KEY="${key}"\nexport OPENAI_BASE_URL=${gateway}/v1`, ''],
    ['variables of PowerShell', `$env:OPENAI_API_KEY = "${key}"\r\n$env:OPENAI_BASE_URL = "${gateway}/v1"`, ''],
    ['variables of Windows', `setx OPENAI_API_KEY "${key}"\nsetx OPENAI_API_BASE "${gateway}"`, ''],
    ['variables of Claude Code', `ANTHROPIC_BASE_URL=${gateway}\nANTHROPIC_AUTH_TOKEN=${key}`, ''],
    [
      'settings of Claude Code',
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: gateway, ANTHROPIC_AUTH_TOKEN: key } }),
      '',
    ],
  ])('%s', (_name, text, name) => {
    expect(readPasted(text)).toEqual(offered(name))
  })

  test('a plus that became a space in a query is restored', () => {
    const config = { name: '>>>', baseUrl: gateway, apiKey: key, note: '~~~???' }
    expect(base64(config)).toContain('+')
    const link = `deepchat://provider/install?v=1&data=${base64(config).replaceAll('+', '%20')}`
    expect(readPasted(link)).toEqual(offered('>>>'))
  })
})

describe('any other text is not recognised', () => {
  test.each([
    ['', 'nothing'],
    ['sk-abcdefghijklmnop1234', 'a key alone'],
    ['https://gateway.example/v1', 'an address alone'],
    ['https://gateway.example/v1?x=1', 'an address with a query'],
    ['gateway.example', 'a host'],
    ['My gateway', 'a name'],
    ['{"model":"x"}', 'other JSON'],
    ['{"broken', 'broken JSON'],
    ['[]', 'an empty list'],
    ['curl https://gateway.example/v1/models -H "Authorization: Bearer $OPENAI_API_KEY"', 'a command without a key'],
    [`curl $BASE/v1 -H "x-api-key: ${key}" -d '{"u":"https://a.example"}'`, 'a command without its address'],
    ['mailto:someone@example.org?subject=sk-abcdefgh', 'another link'],
    ['ccswitch://v1/import?resource=prompt&endpoint=https://a.example&apiKey=sk-abcdefgh', 'another import'],
    ['atelier://open/chat/abc', 'a link to an item'],
  ])('%s is left unchanged', (text) => {
    expect(readPasted(text)).toBeNull()
  })

  test('a text of 10 MB is not examined', () => {
    expect(readPasted(`${gateway} ${key} ${'x '.repeat(5_000_000)}`)).toBeNull()
    expect(readPasted('['.repeat(60_000))).toBeNull()
  })
})

test.each([
  ['javascript:alert(1)', 'address_scheme'],
  ['file:///etc/passwd', 'address_scheme'],
  ['https://user:pass@evil.example', 'address_credentials'],
])('a configuration with the address %s is refused', (baseUrl, problem) => {
  expect(readPasted(JSON.stringify({ baseUrl, apiKey: key }))).toEqual({ ok: false, problem })
})

test('names of a prototype are not fields', () => {
  expect(readPasted('{"__proto__":{"baseUrl":"https://a.example","apiKey":"sk-abcdefgh"}}')).toBeNull()
  expect(readPasted('{"constructor":"x"}')).toBeNull()
})

test('each alphabet of base64 is decoded, the likeliest first', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
      const standard = Buffer.from(text).toString('base64')
      expect(decodedTexts(standard)[0]).toBe(text)
      expect(decodedTexts(standard.replaceAll('+', ' '))[0]).toBe(text)
      expect(decodedTexts(Buffer.from(text).toString('base64url'), 'url')[0]).toBe(text)
      expect(decodedTexts(standard.replaceAll('+', '_').replaceAll('/', '-'), 'swapped')[0]).toBe(text)
    }),
  )
})

test('a final plus that became a space is restored, but no space around a text', () => {
  for (const text of ['Ḿ', 'a long > text ends with ḾḾ', '~~>'])
    expect(decodedTexts(Buffer.from(text).toString('base64').replaceAll('+', ' '))[0]).toBe(text)
  for (const around of [' ', '\n', '  \n'])
    expect(decodedTexts(`${around}${Buffer.from('{"a":1}').toString('base64')}${around}`)).toContain('{"a":1}')
})

test('bytes that are not UTF-8 are not text', () => {
  expect(decodedTexts(Buffer.from([0xff, 0xfe, 0x41]).toString('base64'))).toEqual([])
})

test('no text throws', () => {
  const pieces = [
    '{',
    '}',
    '"',
    ':',
    '=',
    '&',
    '?',
    '#',
    '%',
    'key',
    'url',
    'https://',
    'sk-',
    'eyJ',
    'curl ',
    'settings',
    'data',
    ' ',
    '\n',
  ]
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 60,
  })
  fc.assert(fc.property(text, (parts) => void readPasted(parts.join(''))))
})
