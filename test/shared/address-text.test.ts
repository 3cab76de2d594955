import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBaseUrl } from '../../src/shared/base-url.ts'

const read = (typed: string): string => {
  const found = readBaseUrl(typed)
  return found.ok ? found.value : `refused: ${found.problem}`
}

const hidden = 'https://stranger.example/a'
const openings = ['curl', 'curl.exe', '$ curl', '% curl', '> curl', 'PS C:\\> curl.exe', 'me@host:~$ curl', 'sudo curl']

describe('a command asks the address that curl would ask', () => {
  test.each([
    `curl -d '{"q":"it'\\''s ${hidden}"}' gateway.example/v1`,
    `curl gateway.example/v1/chat/completions -d "{\\"url\\":\\"${hidden}\\"}"`,
    `curl -d "{\\"url\\":\\"${hidden}\\"}" gateway.example/v1`,
    `curl -b "u=${hidden}" gateway.example/v1`,
    `curl --data='{"u":"${hidden}"}' gateway.example/v1`,
    `curl --data-urlencode "u=${hidden}" --url-query u=${hidden} gateway.example/v1`,
    `curl --form-string u=${hidden} -T ${hidden} --cookie ${hidden} gateway.example/v1`,
    `curl --preproxy ${hidden} --connect-to ${hidden} --resolve ${hidden} gateway.example/v1`,
    `curl -sSLx ${hidden} -e${hidden} gateway.example/v1`,
    `curl -H "HTTP-Referer: ${hidden}" -H'Referer: ${hidden}' --header="Referer: ${hidden}" gateway.example/v1`,
    `curl --url https://gateway.example/v1/models --referer ${hidden}`,
    `curl --url=https://gateway.example/v1/models`,
    `curl -XPOST gateway.example/v1 -d $'{"q":"it\\'s ${hidden}"}'`,
    `curl gateway.example/v1/models | jq .data > models.json`,
    `curl ^"https://gateway.example/v1/models^" ^\r\n  -d ^"{^\\^"u^\\^":^\\^"${hidden}^\\^"}^"`,
    `curl “https://gateway.example/v1/models” -H “Referer: ${hidden}”`,
    `# Lists the models\n\n$ curl https://gateway.example/v1/models`,
    `OPENAI_API_KEY=sk-abcdefgh\ncurl https://gateway.example/v1/models`,
    `curl -s https://gateway.example/v1/models\ncurl -s https://gateway.example/v1/chat/completions -d x=${hidden}`,
    `curl https://gateway.example/v1/models -d '{"q":"it's ${hidden}"}'`,
    'curl https://gateway.example/v1/models。',
    `curl https://gateway.example/v1/models # see ${hidden}`,
    `curl https://gateway.example/v1/models -d @- <<EOF\n{"u":"${hidden}"}\nEOF`,
    'curl -Uri https://gateway.example/v1/models -Method GET',
  ])('reads the address of the command %j', (typed) => {
    expect(read(typed).replace(/\/models$/, '')).toBe('https://gateway.example/v1')
  })

  test.each(openings)('reads the address after %j', (opening) => {
    expect(read(`${opening} https://gateway.example/v1/models -H "Referer: ${hidden}"`)).toBe(
      'https://gateway.example/v1',
    )
  })

  test.each([
    ['curl localhost:8000/v1/models', 'https://localhost:8000/v1'],
    ['curl -k 127.0.0.1:8000/v1/models', 'https://127.0.0.1:8000/v1'],
    ['curl http://[::1]:8000/v1/models', 'http://[::1]:8000/v1'],
  ])('the command %s requests %s', (typed, address) => {
    expect(read(typed)).toBe(address)
  })

  test.each([
    `curl -d '{"q":"it's ${hidden}"}' gateway.example`,
    `curl -d '{"q":"it's ${hidden} isn't"}' gateway.example`,
    `curl $BASE/v1 --form-string "a=${hidden}"`,
    `curl $BASE/v1 ${hidden}`,
    `curl "$BASE/v1" -d '{"u":"${hidden}"}'`,
    `curl {{base}}/v1 -d '{"u":"${hidden}"}'`,
    `Try this: curl $BASE/v1 -d '{"u":"${hidden}"}'`,
    `curl --unknown ${hidden}`,
    `curl —proxy ${hidden}`,
    `curl ${hidden} && curl https://gateway.example/v1`,
    `curl ${hidden}\ncurl https://gateway.example/v1`,
    `${hidden}\ncurl https://gateway.example/v1`,
    'curl "https://my gateway.example"',
    'curl https://gateway。AbCd1234EfGh',
    'curl',
    'curl -H',
  ])('%j is refused as unclear', (typed) => {
    expect(read(typed)).toBe('refused: address_invalid')
  })

  test('the address is never that of an option, however the command is quoted', () => {
    const option = fc.constantFrom('-d', '-H', '-x', '-b', '-sT', '--data', '--json', '--proxy', '--form-string', '-F')
    const value = fc.constantFrom(hidden, `u=${hidden}`, `{"u":"${hidden}"}`, `it's ${hidden}`, `a\\ ${hidden}`)
    const quoted = fc
      .tuple(value, fc.constantFrom('"', "'"))
      .map(([text, quote]) =>
        quote === '"' ? `"${text.replace(/["\\]/g, '\\$&')}"` : `'${text.replaceAll("'", "'\\''")}'`,
      )
    const given = fc.tuple(option, fc.constantFrom(' ', '  ', ' \\\n '), quoted).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(given), fc.array(given), (before, behind) => {
        const typed = ['curl', ...before, 'https://gateway.example/v1', ...behind].join(' ')
        expect(read(typed)).toBe('https://gateway.example/v1')
      }),
    )
  })
})

describe('a split host is refused', () => {
  test.each([
    'http://192.168.1.5: 3000/v1',
    'http://192.168.1.5 :3000/v1',
    'http://192.168.1.5 端口 3000',
    'https://api.open 网关.cn/v1',
    'https://my key-gateway.example.com/v1',
    'https://my key gateway.example.com/v1',
    'https://my sk-gateway.example.com',
  ])('a host split by spaces is refused: %j', (typed) => {
    expect(read(typed)).toBe('refused: address_invalid')
  })
})

describe('a full stop of a sentence ends an address', () => {
  test.each([
    ['https://gateway.example。sk-abc123', 'https://gateway.example'],
    ['https://gateway.example．sk-abc123', 'https://gateway.example'],
    ['https://gateway.example。OK', 'https://gateway.example'],
    ['https://gateway.example/v1。sk-abc123', 'https://gateway.example/v1'],
    ['https://gateway.example/v1。example', 'https://gateway.example/v1'],
    ['https://gateway。example/v1', 'https://gateway.example/v1'],
    ['https://api。gateway。example/v1', 'https://api.gateway.example/v1'],
    ['http://192。168。1。5:3000/v1', 'http://192.168.1.5:3000/v1'],
    ['https://localhost。sk-abc123', 'https://localhost'],
    ['https://api。gateway.example。sk-abc123', 'https://api.gateway.example'],
    ['https://gateway。AbCd1234EfGh', 'refused: address_invalid'],
    ['https://api。example.com/v1。', 'https://api.example.com/v1'],
  ])('%s without its final full stop gives %s', (typed, address) => {
    expect(read(typed)).toBe(address)
  })
})

describe('brackets and bars end an address', () => {
  test.each([
    'https://gateway.example/v1（备用）',
    'https://gateway.example/v1（backup）',
    'https://gateway.example/v1(backup)',
    'https://gateway.example/v1【备用】',
    'https://gateway.example/v1|sk-abcdefgh',
    'https://gateway.example/v1｜sk-abcdefgh',
    'https://gateway.example/v1,sk-abcdefgh',
    'https://gateway.example/v1;sk-abcdefgh',
    '| https://gateway.example/v1 | sk-abcdefgh |',
    '（网关：https://gateway.example/v1）',
  ])('%s', (typed) => {
    expect(read(typed)).toBe('https://gateway.example/v1')
  })

  test('brackets and bars end an address, also after a host', () => {
    expect(read('https://gateway.example（国内）')).toBe('https://gateway.example')
    expect(read('https://gateway.example（main）')).toBe('https://gateway.example')
  })
})

describe('an address without a scheme follows its label', () => {
  test.each([
    '接口地址：gateway.example/v1',
    '接口地址: gateway.example/v1',
    'url:gateway.example/v1',
    'BASE_URL=gateway.example/v1',
    '域名：gateway.example/v1，密钥：sk-abcdefgh',
    'url:gateway.example/v1 key:sk-abcdefgh',
  ])('reads an address after its label: %s', (typed) => {
    expect(read(typed)).toBe('https://gateway.example/v1')
  })

  test.each([
    ['域名：gateway.example', 'https://gateway.example'],
    ['地址：localhost:8000', 'https://localhost:8000'],
    ['地址：192.168.1.5:8000/v1', 'https://192.168.1.5:8000/v1'],
    ['localhost:8000', 'https://localhost:8000'],
    ['gateway:8000', 'https://gateway:8000'],
    ['mailto:gateway.example', 'refused: address_scheme'],
    ['ftp:gateway.example', 'refused: address_scheme'],
  ])('the labelled address %s is read as %s', (typed, address) => {
    expect(read(typed)).toBe(address)
  })
})

describe('the name of a model is not a host', () => {
  test.each(['qwen2.5-72b', 'gpt-4.1-mini', 'claude-3.5-sonnet', 'glm-4.5', 'llama3.1', 'phi.mini-4k', 'qwen2.5:7b'])(
    'the name of a model is not a host: %s',
    (model) => {
      expect(read(`gateway.example/v1 key: sk-abcdefgh model: ${model}`)).toBe('https://gateway.example/v1')
      expect(read(`${model} sk-abcdefgh`)).toBe('refused: address_invalid')
    },
  )
})
