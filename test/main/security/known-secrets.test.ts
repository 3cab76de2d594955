import { describe, expect, test } from 'vitest'
import { KeyFilter } from '../../../src/main/gateway/key-filter.ts'
import { createMemorySecrets } from '../../../src/main/secrets/memory.ts'
import { KnownSecrets } from '../../../src/main/security/secrets/known-secrets.ts'
import { namedSecrets, wholeSecret } from '../../../src/main/security/secrets/secret-strength.ts'

const everywhere = (values: ReturnType<typeof namedSecrets>) =>
  values.filter(({ isWatched }) => isWatched === 'everywhere').map(({ value }) => value)

describe('the known secrets', () => {
  test('known secrets include those that were replaced or deleted', async () => {
    const known = new KnownSecrets()
    const kept = createMemorySecrets()
    await kept.set('a', 'first-canary-8d2f91')
    const secrets = known.over(kept, wholeSecret)
    const filter = new KeyFilter('', known)
    const text = 'first-canary-8d2f91 second-canary-4b7a02'
    expect(filter.withoutSecrets(text)).toBe(text)
    await secrets.get('a')
    expect(filter.withoutSecrets(text)).toBe('••• second-canary-4b7a02')
    // a filter that is in use learns, too
    const parts = filter.parts()
    expect(parts.push('second-can')).toBe('second-can')
    await secrets.set('a', 'second-canary-4b7a02')
    await secrets.delete('a')
    expect(parts.push(text) + parts.end()).toBe('••• •••')
  })

  test('known secrets are found in texts in any encoding: plain, as bytes, escaped and in addresses', () => {
    const secret = 'pässwörter-密码-77'
    const known = new KnownSecrets()
    known.learn('a', wholeSecret(secret))
    const filter = new KeyFilter('', known)
    const json = secret.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    for (const form of [secret, Buffer.from(secret).toString('latin1'), json, encodeURIComponent(secret)])
      expect(filter.withoutSecrets(`a ${form} z`)).toBe('a ••• z')
  })

  test('long secrets and those of several lines are found completely', () => {
    const long = Array.from({ length: 90 }, (_, line) => `line-${line}-Zq7Vw2Xk9Lm4Tn8Rb3Yc6Hd5`).join('\n')
    const known = new KnownSecrets()
    known.learn('a', wholeSecret(long))
    const filter = new KeyFilter('', known)
    for (const form of [long, JSON.stringify(long), Buffer.from(long).toString('base64')])
      expect(filter.withoutSecrets(`before ${form} after`)).toMatch(/^before "?•+(?:•|\\n|\n)*.{0,4}"? after$/)
  })
})

describe('a value of the keychain', () => {
  test('a value is hidden everywhere if its name or its characters are those of a secret', () => {
    expect(everywhere(namedSecrets('TOKEN', 'correct-horse'))).toEqual(['correct-horse'])
    expect(everywhere(namedSecrets('X', 'k7f3Kd92mQ'))).toEqual(['k7f3Kd92mQ'])
    expect(everywhere(namedSecrets('X-Anything', 'Bearer abcd1234efgh'))).toContain('abcd1234efgh')
    expect(everywhere(namedSecrets('A', 'Basic YW5uOmMwcnIzY3QtaDByc2U='))).toContain('c0rr3ct-h0rse')
    expect(everywhere(namedSecrets('DB', 'postgres://ann:pa55w0rd%21x@h/db'))).toContain('pa55w0rd!x')
    expect(everywhere(namedSecrets('Cookie', 'a=1; sid=9f8e7d6c5b4a'))).toContain('9f8e7d6c5b4a')
    expect(everywhere(namedSecrets('G', JSON.stringify({ type: 'account', private_key: 'MIIEvQ-9x8y7' })))).toEqual([
      'MIIEvQ-9x8y7',
    ])
  })

  test('models, words, paths and addresses are not treated as secrets', () => {
    for (const [name, value] of [
      ['NODE_ENV', 'production'],
      ['MODEL', 'claude-sonnet-4-20250514'],
      ['DIR', '/home/ann/documents'],
      ['URL', 'https://api.example.com/v1'],
      ['MAIL', 'ann@example.com'],
      ['PORT', '8080808080'],
    ] as const)
      expect(everywhere(namedSecrets(name, value))).toEqual([])
    expect(everywhere(wholeSecret('sunshine'))).toEqual([])
  })
})
