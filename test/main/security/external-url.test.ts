import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { externalUrl, externalUrlMax } from '../../../src/main/security/external-url.ts'

describe('an ordinary link is allowed, normalised:', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['http://example.com/a?b=c#d', 'http://example.com/a?b=c#d'],
    ['HTTPS://EXAMPLE.com/Ä', 'https://example.com/%C3%84'],
    ['https://例子.测试/', 'https://xn--fsqu00a.xn--0zwm56d/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
  ])('opens the ordinary link %s, normalised', (input, output) =>
    expect(externalUrl(input)).toEqual({ ok: true, value: output }),
  )
})

describe('a dangerous link is refused:', () => {
  it.each([
    'file:///etc/passwd',
    'FILE://server/share',
    '\\\\server\\share',
    '//example.com',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vscode://file/x',
    'ms-msdt:/id',
    'smb://server/share',
    'mailto:a@example.com',
    'blob:https://example.com/1',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://good.example@evil.example/',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://example.com\\@evil.example/',
    ' https://example.com/',
    'https://example.com/ x',
    'https://example.com/\u0000',
    'https://example.com/\u202Egnp.exe',
    'https://exam\u200Bple.com/',
    'https://exam\tple.com/',
    'https://',
    'https://:80',
    'https://[::1',
    `https://example.com/${'a'.repeat(externalUrlMax)}`,
    `https://example.com/${'ä'.repeat(externalUrlMax / 2)}`,
    '',
    null,
    undefined,
    5,
    { href: 'https://example.com' },
  ])('%j', (input) => {
    const checked = externalUrl(input)
    expect(checked).toMatchObject({ ok: false, error: { code: 'link_refused' } })
  })

  it('a refusal does not repeat the link', () => {
    const checked = externalUrl('https://user:hunter2@example.com/')
    expect(JSON.stringify(checked)).not.toContain('hunter2')
  })
})

it('returns only http or https without credentials, and does not change its own results', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (input) => {
      const checked = externalUrl(input)
      if (!checked.ok) return
      const url = new URL(checked.value)
      expect(['http:', 'https:']).toContain(url.protocol)
      expect([url.username, url.password]).toEqual(['', ''])
      expect(externalUrl(checked.value)).toEqual(checked)
    }),
  )
})
