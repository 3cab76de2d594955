import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseBaseUrl } from '../../src/shared/connection.ts'

const good = (typed: string, allowInsecure = false): string => {
  const result = normaliseBaseUrl(typed, allowInsecure)
  return result.ok ? result.value : `refused: ${result.error.code}`
}

describe('a gateway address', () => {
  test.each([
    ['https://gateway.example', 'https://gateway.example/v1'],
    ['https://gateway.example/', 'https://gateway.example/v1'],
    ['https://gateway.example/v1', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/', 'https://gateway.example/v1'],
    ['https://gateway.example//v1//', 'https://gateway.example//v1'],
    ['https://gateway.example/api', 'https://gateway.example/api/v1'],
    ['https://gateway.example/api/v1beta', 'https://gateway.example/api/v1beta'],
    ['https://gateway.example/v1/chat/completions', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/models?x=1#y', 'https://gateway.example/v1'],
    ['http://localhost:11434/api/chat', 'http://localhost:11434/v1'],
    ['https://gateway.example/ollama/api/tags', 'https://gateway.example/ollama/v1'],
    ['https://gateway.example/chat/completions', 'https://gateway.example'],
    ['gateway.example', 'https://gateway.example/v1'],
    ['  gateway.example:8443  ', 'https://gateway.example:8443/v1'],
    ['http://localhost:3000', 'http://localhost:3000/v1'],
    ['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000/v1'],
    ['http://[::1]:3000', 'http://[::1]:3000/v1'],
  ])('the address %s is kept as %s', (typed, kept) => {
    expect(good(typed)).toBe(kept)
  })

  test.each([
    ['', 'address_invalid'],
    ['two words', 'address_invalid'],
    ['https://', 'address_invalid'],
    ['https://a..b', 'address_invalid'],
    ['file:///etc/passwd', 'address_scheme'],
    ['file:/etc/passwd', 'address_scheme'],
    ['javascript:alert(1)', 'address_scheme'],
    ['ftp://gateway.example', 'address_scheme'],
    ['https://user:password@gateway.example', 'address_credentials'],
    ['https://user@gateway.example', 'address_credentials'],
    ['http://gateway.example', 'address_insecure'],
    ['http://127.0.0.1.example.com', 'address_insecure'],
    ['http://localhost.example.com', 'address_insecure'],
  ])('typed as %s is refused: %s', (typed, code) => {
    expect(good(typed)).toBe(`refused: ${code}`)
  })

  test('an address without encryption is accepted once the user has agreed', () => {
    expect(good('http://192.168.1.20:8080', true)).toBe('http://192.168.1.20:8080/v1')
  })

  test('normalising a normalised address changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.domain()), (typed) => {
        const once = normaliseBaseUrl(typed, true)
        if (once.ok) expect(normaliseBaseUrl(once.value, true)).toEqual(once)
      }),
    )
  })
})
