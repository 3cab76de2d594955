import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBaseUrl } from '../../src/shared/base-url.ts'

const read = (typed: string): string => {
  const found = readBaseUrl(typed)
  return found.ok ? found.value : `refused: ${found.problem}`
}
const places = (typed: string): readonly string[] => {
  const found = readBaseUrl(typed)
  return found.ok ? found.places : []
}

describe('a pasted endpoint shows where the gateway is', () => {
  test.each([
    ['/v1beta/openai/chat/completions', '/v1beta/openai'],
    ['/inference/chat/completions', '/inference'],
    ['/v1/account/gateway/compat/chat/completions', '/v1/account/gateway/compat'],
    ['/v1/projects/p/locations/l/endpoints/openapi/chat/completions', '/v1/projects/p/locations/l/endpoints/openapi'],
    ['/api/v3/chat/completions', '/api/v3'],
    ['/api/coding/v3/responses', '/api/coding/v3'],
    ['/api/paas/v4/chat/completions', '/api/paas/v4'],
    ['/compatible-mode/v1/embeddings', '/compatible-mode/v1'],
    ['/v1/messages', '/v1'],
    ['/v1/messages/count_tokens', '/v1'],
    ['/v1/models', '/v1'],
    ['/v1/rerank', '/v1'],
    ['/v1/audio/speech', '/v1'],
    ['/v1/images/variations', '/v1'],
    ['/v1/videos', '/v1'],
    ['/v1/text/chatcompletion_v2', '/v1'],
    ['/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21', '/openai/deployments/gpt-4o'],
    ['/openai/v1/responses?api-version=preview', '/openai/v1'],
    ['/serving-endpoints/chat/completions', '/serving-endpoints'],
    ['/api/chat/completions', '/api'],
    ['/api/chat', ''],
    ['/ollama/api/tags', '/ollama'],
    ['/v1beta/models/gemini-pro:generateContent', '/v1beta'],
    ['/chat/completions', ''],
    ['/V1/Chat/Completions/', '/v1'],
    ['/v1/v1/chat/completions', '/v1'],
    ['/v1/chat/completions/chat/completions', '/v1'],
    ['/api/v1/chat/completion', '/api/v1'],
    ['/v1/chat/completions#', '/v1'],
  ])('the pasted endpoint %s leads to %s', (path, kept) => {
    expect(read(`https://gateway.example${path}`)).toBe(`https://gateway.example${kept}`)
  })

  test('Azure’s path of deployments does not count', () => {
    expect(read('https://x.services.ai.azure.com/models/chat/completions?api-version=1')).toBe(
      'https://x.services.ai.azure.com/models',
    )
  })
})

describe('the search for an address in a text', () => {
  test.each([
    ['gateway.example', ['/v1', '']],
    ['gateway.example/v1', ['/v1', '']],
    ['gateway.example/api', ['/api', '/api/v1']],
    ['gateway.example/api/v1', ['/api/v1', '/api']],
    ['gateway.example/api/v3', ['/api/v3']],
    ['gateway.example/v1beta/openai', ['/v1beta/openai', '/v1beta/openai/v1']],
    ['gateway.example/chat/completions', ['', '/v1']],
    ['gateway.example/openai/deployments/x/chat/completions', ['/openai/deployments/x', '/openai/v1']],
  ])('the gateway at %s is searched under %j', (typed, paths) => {
    expect(places(typed)).toEqual(paths.map((path) => `https://gateway.example${path}`))
  })

  test("Gemini's own address is searched first at the one for other clients", () => {
    const host = 'https://generativelanguage.googleapis.com'
    expect(places(`${host}/v1beta/models/gemini-pro:streamGenerateContent?alt=sse`)).toEqual([
      `${host}/v1beta/openai`,
      `${host}/v1beta`,
    ])
  })
})

describe('text around an address is removed', () => {
  test.each([
    ' https://gateway.example/v1 ',
    '\thttps://gateway.example/v1\r\n',
    '\u3000https://gateway.example/v1\u00a0',
    '"https://gateway.example/v1"',
    "'https://gateway.example/v1',",
    '`https://gateway.example/v1`',
    '“https://gateway.example/v1”',
    '‘https://gateway.example/v1’，',
    '「https://gateway.example/v1」。',
    '『https://gateway.example/v1』',
    '《https://gateway.example/v1》',
    '<https://gateway.example/v1>',
    '(https://gateway.example/v1).',
    '（https://gateway.example/v1）',
    '**https://gateway.example/v1**',
    'https://gateway.example/v1,',
    'https://gateway.example/v1.',
    'https://gateway.example/v1;',
    'https://gateway.example/v1，',
    'https://gateway.example/v1。',
    'https://gateway.example/v1、',
    'https：//gateway.example/v1',
    'https：／／gateway．example／v1',
    'ｈｔｔｐｓ：／／ｇａｔｅｗａｙ．ｅｘａｍｐｌｅ／ｖ１',
    'https://gateway。example/v1',
    'https://gateway.example/V1',
    'HTTPS://GATEWAY.EXAMPLE/v1',
    'https://https://gateway.example/v1',
    'http://https://gateway.example/v1',
    'https://https//gateway.example/v1',
    'https//gateway.example/v1',
    'https:/gateway.example/v1',
    'https:gateway.example/v1',
    'https:\\\\gateway.example\\v1',
    'https:\\\\gateway.example\\v1\\',
    'https:// gateway.example/v1',
    'https://gateway.example /v1',
    'ht\u200btps://gateway\u200b.example/v1\u200b',
    '\ufeffhttps://gateway.example/v1\u2060',
    'https://gate\u00adway.example/v1',
    'Base URL: https://gateway.example/v1',
    '接口地址：https://gateway.example/v1',
    '请使用 https://gateway.example/v1 作为地址。',
    '接口地址：https://gateway.example/v1，密钥：sk-abcdefgh12345678',
    'OPENAI_BASE_URL=https://gateway.example/v1',
    'export OPENAI_BASE_URL="https://gateway.example/v1"',
    'https://gateway.example/v1 Bearer sk-abcdefgh',
    'Bearer sk-abcdefgh https://gateway.example/v1',
    'Authorization: Bearer abc.def/ghi https://gateway.example/v1',
    'gateway.example/v1 Bearer sk-abcdefgh',
    '[gateway](https://gateway.example/v1)',
    'curl https://gateway.example/v1/chat/completions -H "Authorization: Bearer sk-x" -d \'{"a":"https://other.example"}\'',
    'curl -x http://proxy.example:8080 -H "HTTP-Referer: https://site.example" \\\n  "https://gateway.example/v1/models"',
    'curl gateway.example/v1/models -H "Authorization: Bearer $OPENAI_API_KEY"',
    "curl --location --request POST 'https://gateway.example/v1/chat/completions' \\\r\n --header 'x: y'",
  ])('%j', (typed) => {
    expect(read(typed)).toBe('https://gateway.example/v1')
  })

  test.each([
    ['http://[::1]:3000/v1', 'http://[::1]:3000/v1'],
    ['https://网关.example/接口', 'https://xn--d6q013i.example/%E6%8E%A5%E5%8F%A3'],
    ['https://gateway.example/a%20b', 'https://gateway.example/a%20b'],
    ['gateway.example?next=https://other.example', 'https://gateway.example'],
    ['https://gateway.example?next=https://other.example', 'https://gateway.example'],
    ['https://gateway.example\\@other.example', 'https://gateway.example/@other.example'],
  ])('%s is cleaned and kept as %s', (typed, kept) => {
    expect(read(typed)).toBe(kept)
  })
})

describe('a text that may be the address of another host is refused', () => {
  test.each([
    'two words',
    'https://gate way.example/v1',
    'https://gateway .example/v1',
    'https://gateway. example/v1',
    'https://gateway.exam ple/v1',
    'https://one.example https://two.example',
    'https://one.example/v1 two.example/v1',
    'one.example two.example',
    'sk-abcdefghijklmnop1234',
    'https://',
    '。',
    '“”',
  ])('%j may be the address of another host, and is refused', (typed) => {
    expect(read(typed)).toBe('refused: address_invalid')
  })
})

test('a text longer than any address is not one', () => {
  expect(read(`https://gateway.example/${'a'.repeat(9000)}`)).toBe('refused: address_invalid')
})

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'https://',
      'http:',
      'https',
      '//',
      '/',
      '\\',
      '.',
      '。',
      ',',
      '，',
      "'",
      '"',
      '”',
      '「',
      ' ',
      '\n',
      '\u200b',
      ':',
      '：',
    ],
    ...[
      '/v1',
      '/V1',
      '/v1beta',
      '/openai',
      '/models',
      '/chat/completions',
      '/messages',
      '/api/chat',
      '?x=1',
      '#',
      '@',
      '%',
      '$',
      '\0',
      ')',
    ],
    ...[
      'curl',
      'curl ',
      'Bearer ',
      'sk-abcdefgh',
      'key: ',
      'localhost',
      ':8080',
      '[::1]',
      'ａ',
      '网关',
      'example.com',
      'a.b',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const typedText = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.tuple(fc.webUrl(), fc.array(piece, { maxLength: 4 })).map(([url, parts]) => `${url}${parts.join('')}`),
)

test.each([
  'http://a.example/%\0curl ',
  'http://a.example/%curl/',
  'http://a.example/x$curl/',
  'http://a.example/#\u200bcurl ',
])('an address that ends like a shell prompt is read unchanged: %j', (typed) => {
  const once = readBaseUrl(typed)
  if (once.ok) expect(read(once.value)).toBe(once.value)
})

test('no text throws, and reading a result again gives the same', () => {
  fc.assert(
    fc.property(typedText, (typed) => {
      const once = readBaseUrl(typed)
      if (once.ok) expect(read(once.value)).toBe(once.value)
    }),
    { numRuns: 2000 },
  )
})

test('the host stays the typed one, in every address that is tried', () => {
  const end = fc.constantFrom(
    '',
    '/',
    ',',
    '。',
    '”',
    '/v1',
    '/V1/chat/completions',
    ' Bearer sk-abcdefgh',
    '\u200b',
    '?u=https://b.example',
  )
  fc.assert(
    fc.property(
      fc.domain(),
      fc.constantFrom('', 'https://', '“https://', 'https：／／', 'https:\\\\'),
      end,
      (host, start, rest) => {
        const found = readBaseUrl(`${start}${host}${rest}`)
        if (found.ok) for (const place of [...found.places, found.likeliest]) expect(new URL(place).host).toBe(host)
        else expect(found).toBeNull()
      },
    ),
  )
})
