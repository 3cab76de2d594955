import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyIn } from '../../src/shared/price-columns.ts'
import { pricesAsJson, readPrices } from '../../src/shared/price-table.ts'
import { type Price, priceUnits } from '../../src/shared/prices.ts'

const options = { currency: 'CNY', connections: [{ id: 'c1', name: 'Work' }] } as const

/** Prices as texts such as `gpt-4o USD input 2.5 output 10`; else the problem. */
function read(text: string, connections: Parameters<typeof readPrices>[1]['connections'] = options.connections) {
  const result = readPrices(text, { ...options, connections })
  if (!result.ok) return { problem: result.problem.kind, line: result.problem.line }
  const rows = result.prices.map(({ connectionId, currency, model, ...units }) =>
    [
      ...[model, currency, ...(connectionId === '' ? [] : [connectionId])],
      ...priceUnits.flatMap((unit) => (units[unit] === null ? [] : [`${unit} ${units[unit] / 1e9}`])),
    ].join(' '),
  )
  const { ignored, skipped } = result
  return { rows, ...(ignored.length === 0 ? {} : { ignored }), ...(skipped.length === 0 ? {} : { skipped }) }
}

const json = (value: unknown): ReturnType<typeof read> => read(JSON.stringify(value))

describe('the unit of a price', () => {
  test.each([
    ['input per 1,000 tokens', 2000],
    ['input (元/1000 tokens)', 2000],
    ['输入（元/千tokens）', 2000],
    ['输入价格（元/千 Token）', 2000],
    ['推理输入(元/百万token)', 2],
    ['输入（每千Token）', 2000],
    ['输入 元/万tokens', 200],
    ['输入（元/10万 tokens）', 20],
    ['输入（￥/1M tokens）', 2],
    ['百万tokens输入', 2],
    ['1M INPUT TOKENS (CACHE MISS)', 2],
    ['百万tokens输入（缓存未命中）', 2],
    ['输入（元/亿tokens）', 0.02],
    ['Input price per 1K', 2000],
    ['Input ($/1K)', 2000],
    ['input_price_1k', 2000],
    ['inputPricePer1KTokens', 2000],
    ['input_cost_per_mtok', 2],
    ['Input ($ / MTok)', 2],
    ['Input, per 1,000,000 tokens', 2],
    ['Price per 1 million input tokens', 2],
    ['input cost per token', 2_000_000],
    ['In ($/M)', 2],
    ['Base Input Tokens', 2],
  ])('«%s» is known', (heading, input) => {
    expect(readPrices(`model\t${heading}\nm\t0.002`, options)).toMatchObject({
      prices: [{ input: heading.includes('1M') || input < 100 ? 0.002e9 * (input / 2) : input * 1e6 }],
    })
  })

  test.each([
    'input per 500K tokens',
    'input (per tokens)',
    'input per 1K / per 1M tokens',
    'Input/Output',
    'input (元/次)',
    '输入（元/字符）',
    'max_input_tokens',
    'Max output',
    'context (input)',
    'input modalities',
    'input_cost_per_audio_token',
    'input_cost_per_image',
    'input_cost_per_second',
    'Batch input',
    'input_cost_per_token_above_128k_tokens',
    'tool_use_system_prompt_tokens',
    'model price',
  ])('«%s» is not read as a price, and is reported', (heading) => {
    expect(read(`model\t${heading}\toutput\nm\t3\t4`)).toEqual({ rows: ['m CNY output 4'], ignored: [heading] })
  })

  test.each([
    ['0.002元/千tokens', ['m CNY input 2']],
    ['¥2/百万tokens', ['m CNY input 2']],
    ['2 元每百万 tokens', ['m CNY input 2']],
    ['$2 / 1M tokens (≤200K)', ['m USD input 2']],
    ['$3 / MTok', ['m USD input 3']],
    ['$2.50 / 1M tokens', ['m USD input 2.5']],
    ['0.0024元每千tokens', ['m CNY input 2.4']],
    ['免费', ['m CNY input 0']],
  ])('a cell «%s» says what it is for', (cell, rows) => {
    expect(read(`model\tinput\nm\t${cell}`)).toEqual({ rows })
  })

  test.each([
    ['$2.50 / $10.00', 'unit'],
    ['0.8/2.0', 'unit'],
    ['2元/次', 'unit'],
    ['2/1M tokens/1K tokens', 'unit'],
    ['0.0000025', 'unit'],
    ['¥4/百万 ¥2/百万', 'unit'],
    ['¥4/百万 ¥2', 'unit'],
    ['4元/百万tokens，2元', 'unit'],
    ['$2.5/M in, 10/M out', 'unit'],
    ['¥4 ¥2', 'price'],
    ['0.5 1', 'price'],
    ['1e-99', 'price'],
    ['2~4', 'price'],
    ['€2', 'price'],
    ['2日元', 'price'],
  ])('a cell «%s» is refused', (cell, problem) => {
    expect(read(`model\tinput\nm\t${cell}`)).toEqual({ problem, line: 2 })
  })

  test('a cell that contradicts its heading is refused', () => {
    expect(read('model\tinput per 1M tokens\nm\t2/1K tokens')).toEqual({ problem: 'unit', line: 2 })
  })

  test.each(['Input (€)', 'input (cents)', '输入（日元/百万tokens）', 'input (HK$)', 'input_gbp'])(
    'other money in «%s» is refused',
    (heading) => expect(read(`model\t${heading.replace('_', ' ')}\nm\t2`)).toEqual({ problem: 'currency', line: 1 }),
  )

  test.each(['US$', 'us$', 'Input (US$)', 'input ($)', 'US $', 'cost$'])('«%s» is dollars', (text) => {
    expect(currencyIn(text)).toBe('USD')
  })

  test.each(['HK$', 'NT$', 'A$', 'AU$', 'AUS$', 'C$', 'CA$2', 'CAN$', 'S$', 'SG$', 'NZ$', 'MX$', 'R$', 'Input (S$)'])(
    '«%s» is other money',
    (text) => expect(currencyIn(text)).toBe('foreign'),
  )

  test('US$ is read in headings, cells and its own column', () => {
    const rows = ['m USD input 2 output 8']
    expect(read('model\tInput (US$)\tOutput (US$)\nm\t2\t8')).toEqual({ rows })
    expect(read('model\tinput\toutput\nm\tUS$2\tUS$ 8')).toEqual({ rows })
    expect(read('model\tinput\toutput\tcurrency\nm\t2\t8\tUS$')).toEqual({ rows })
  })

  test('¥ and $ in one row are refused', () => {
    expect(read('model\tinput\toutput\nm\t¥2\t$3')).toEqual({ problem: 'currency', line: 2 })
  })

  test('a column names the unit of its row', () => {
    expect(read('模型,计费单位,输入,输出\na,元/千tokens,0.002,0.008\nb,1M token,2,8')).toEqual({
      rows: ['a CNY input 2 output 8', 'b CNY input 2 output 8'],
    })
  })

  test('a note about the unit below the table is not a model', () => {
    expect(read('模型\t输入\na\t0.002\n以上价格单位：元/千tokens\t')).toEqual({ problem: 'unit', line: 3 })
  })
})

describe('tables in usual forms', () => {
  test('two price columns with the same meaning are refused', () => {
    expect(read('Model\tInput\tCached input\tOutput\tInput\tCached input\tOutput\nm\t1\t2\t3\t4\t5\t6')).toEqual({
      problem: 'twice',
      line: 1,
    })
    expect(read('模型\t输入\t输出（非思考）\t输出（思考）\nm\t1\t2\t3')).toEqual({ problem: 'twice', line: 1 })
    expect(json([{ model: 'm', input: 1, inputPrice: 2 }])).toEqual({ problem: 'twice', line: 1 })
  })

  test('the id is the model if a row has an id and a name', () => {
    expect(json([{ name: 'GPT 4o', id: 'gpt-4o', input: 2 }])).toEqual({
      rows: ['gpt-4o CNY input 2'],
      ignored: ['name'],
    })
    expect(json([{ id: 17, model: 'gpt-4o', input: 2 }])).toEqual({ rows: ['gpt-4o CNY input 2'], ignored: ['id'] })
  })

  test('reads the price table of LiteLLM', () => {
    const row = {
      ...{ max_tokens: 4096, max_input_tokens: 128_000, max_output_tokens: 4096, mode: 'chat' },
      ...{ input_cost_per_token: 2.5e-6, output_cost_per_token: 1e-5, cache_read_input_token_cost: 1.25e-6 },
      ...{ cache_creation_input_token_cost: 3e-6, input_cost_per_token_batches: 1.25e-6, supports_vision: true },
    }
    expect(json({ 'gpt-4o': row, 'dall-e': { input_cost_per_pixel: 1e-8 } })).toMatchObject({
      rows: ['gpt-4o USD input 2.5 cached 1.25 output 10'],
      skipped: ['dall-e'],
    })
    const twice = {
      input_cost_per_token: 1e-6,
      cache_read_input_token_cost: 1e-7,
      input_cost_per_token_cache_hit: 1e-7,
    }
    expect(json({ m: twice })).toEqual({ rows: ['m USD input 1 cached 0.1'] })
  })

  test('reads the price table of models.dev', () => {
    const model = {
      ...{ id: 'gpt-4o', name: 'GPT-4o', limit: { context: 128_000, output: 16_384 }, modalities: { input: ['text'] } },
      cost: {
        input: 2.5,
        output: 10,
        cache_read: 1.25,
        cache_write: 3,
        input_audio: 40,
        context_over_200k: { input: 5 },
      },
    }
    const provider = { id: 'openai', name: 'OpenAI', models: { 'gpt-4o': model } }
    for (const value of [provider, { openai: provider }])
      expect(json(value)).toMatchObject({ rows: ['gpt-4o USD input 2.5 cached 1.25 output 10'] })
  })

  test('reads the price table of OpenRouter', () => {
    const pricing = { prompt: '0.0000025', completion: '0.00001', image: '0.003', input_cache_read: '0.00000125' }
    const auto = { id: 'auto', pricing: { prompt: '-1', completion: '-1' } }
    expect(json({ data: [{ id: 'openai/gpt-4o', name: 'OpenAI: GPT-4o', pricing }, auto] })).toMatchObject({
      rows: ['openai/gpt-4o USD input 2.5 cached 1.25 output 10'],
      ignored: expect.arrayContaining(['pricing.image']),
      skipped: ['auto'],
    })
    // another gateway by the token, which does not say so
    expect(json({ data: [{ id: 'm', pricing: { input: '0.0000025' } }] })).toEqual({ problem: 'unit', line: 1 })
  })

  test.each([
    [{ 'gpt-4o': 1.25, 'gpt-4': 15 }],
    [{ model_ratio: { 'gpt-4o': 1.25 }, completion_ratio: { 'gpt-4o': 4 } }],
    [{ ModelRatio: '{"gpt-4o":1.25}', GroupRatio: '{"default":1}' }],
    [
      {
        success: true,
        data: [{ model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 }],
      },
    ],
  ])('multipliers of new-api and one-api are not prices: %j', (value) => {
    expect(json(value)).toMatchObject({ problem: 'ratio' })
  })

  test('fields outside of the rows of JSON apply to all rows', () => {
    expect(json({ currency: 'USD', unit: '1K tokens', models: [{ name: 'm', input: 0.002 }] })).toEqual({
      rows: ['m USD input 2'],
    })
  })

  test('reads a table whose columns are the models', () => {
    const text =
      '模型\tdeepseek-chat\tdeepseek-reasoner\n百万tokens输入（缓存命中）\t0.2元\t1元\n百万tokens输入（缓存未命中）\t2元\t4元\n百万tokens输出\t3元\t16元\n上下文长度\t128K\t64K'
    expect(read(text)).toEqual({
      rows: ['deepseek-chat CNY input 2 cached 0.2 output 3', 'deepseek-reasoner CNY input 4 cached 1 output 16'],
      ignored: ['上下文长度'],
    })
  })

  test('an empty corner is the heading of the models', () => {
    expect(read('|  | Input | Max output | Output |\n|---|---|---|---|\n| m | $1 | 8192 | $2 |')).toEqual({
      rows: ['m USD input 1 output 2'],
      ignored: ['Max output'],
    })
  })

  test('reads the price table of Anthropic', () => {
    const text =
      'Model\tBase Input Tokens\t5m Cache Writes\t1h Cache Writes\tCache Hits & Refreshes\tOutput Tokens\nopus\t$5 / MTok\t$6.25 / MTok\t$10 / MTok\t$0.50 / MTok\t$25 / MTok'
    expect(read(text)).toEqual({
      rows: ['opus USD input 5 cached 0.5 output 25'],
      ignored: ['5m Cache Writes', '1h Cache Writes'],
    })
  })

  test('reads prices of pictures, films and sound', () => {
    expect(read('模型,图片（元/张）,视频（元/秒）,转写（元/分钟）\na,0.2,,\nb,,0.5元/秒,\nc,,,0.04')).toEqual({
      rows: ['a CNY image 0.2', 'b CNY second 0.5', 'c CNY minute 0.04'],
    })
    expect(read('model\tprice per 1,000 images\na\t40')).toEqual({ rows: ['a CNY image 0.04'] })
    expect(read('model\tvideo (per minute)\toutput\na\t4\t1')).toMatchObject({ rows: ['a CNY output 1'] })
  })

  test('rows without a price are named', () => {
    expect(read('model\tinput\na\t2\nb\t-')).toEqual({ rows: ['a CNY input 2'], skipped: ['b'] })
    expect(read('model\tprice\na\t2')).toEqual({ problem: 'empty', line: 1 })
  })
})

describe('separators of a price table', () => {
  const rows = ['gpt-4o CNY input 2.5 output 10']
  test.each([
    ['full-width commas', '模型，输入，输出\ngpt-4o，２.５，１０'],
    ['full-width semicolons', '模型；输入；输出\ngpt-4o；2,5；10'],
    ['full-width without headings', 'gpt-4o；2.5；10'],
    ['full-width around quotes', '模型，输入，输出\n"gpt-4o"，"2.5"，10'],
    ['a full-width comma in a heading of tabs', 'model\t输入，文本\toutput\ngpt-4o\t2.5\t10'],
    ['a full-width comma in a heading of commas', 'model,输入，文本,output\ngpt-4o,2.5,10'],
    ['the separator that Excel names', 'sep=;\nmodel;input;output\ngpt-4o;2,5;10'],
    ['a named separator that the headings do not show', 'sep=,\r\nmodel,"input; text",output\r\ngpt-4o,2.5,10'],
    ['a named tab', 'SEP=\t\nmodel\tinput\toutput\ngpt-4o\t2.5\t10'],
    ['a named line', 'sep=|\nmodel|input|output\ngpt-4o|2.5|10'],
    ['a named separator in quotes', '"sep=;"\nmodel;input;output\ngpt-4o;2.5;10'],
  ])('detects the separator: %s', (_, text) => expect(read(text)).toEqual({ rows }))

  test('the line that names the separator is counted', () => {
    expect(read('sep=;\nmodel;input\na;2\nb;cheap')).toEqual({ problem: 'price', line: 4 })
    expect(read('sep=;')).toEqual({ problem: 'empty', line: 0 })
  })
})

describe('numbers with commas that are not in quotes', () => {
  test.each([
    ['model,input,output\na,1,2\ngpt-4o,$1,000,$2,000', 'cells', 3],
    ['model,input,output\ngpt-4o,1,234.50,10', 'cells', 2],
    ['model,input,output\ngpt-4o,2,50,10,00', 'cells', 2],
    ['| Model | Input | Output |\n|---|---|---|\n| gpt-4o | 1 | 2 | 3 |', 'cells', 3],
    ['gpt-4o,2,50,10,00', 'cells', 1],
    ['a,1,2\ngpt-4o,$1,000,$2,000', 'cells', 2],
    ['模型,a,b\n输入,1,2\n输出,1,000,2', 'cells', 3],
    // as many cells as headings, because others are empty
    ['model,input,output\ngpt-4o,$1,000', 'price', 2],
    ['model,input,output\ngpt-4o,0,05', 'price', 2],
  ])('%j is refused, because its commas are ambiguous', (text, problem, line) =>
    expect(read(text)).toEqual({ problem, line }),
  )

  test('quoted commas are read, and empty cells at the end are ignored', () => {
    expect(read('model,input,output\ngpt-4o,"$1,000","$2,000.5",,')).toEqual({
      rows: ['gpt-4o USD input 1000 output 2000.5'],
    })
    expect(read('a,1,2\nb,3,15,0.3')).toEqual({
      rows: ['a CNY input 1 output 2', 'b CNY input 3 cached 0.3 output 15'],
    })
  })
})

describe('exported prices', () => {
  const none = { input: null, cached: null, output: null, image: null, second: null, minute: null }
  const row: Price = { model: 'm', connectionId: '', currency: 'CNY', ...none, input: 7 }

  test('exported prices are read again, even if two connections have one name', () => {
    const connections = ['a', 'b'].map((id) => ({ id, name: 'Same' }))
    const prices = [row, { ...row, connectionId: 'a' }, { ...row, connectionId: 'b' }]
    expect(readPrices(pricesAsJson(prices, connections), { currency: 'USD', connections })).toMatchObject({ prices })
    const typed = readPrices('model,connection,input\nm,Same,2', { currency: 'USD', connections })
    expect(typed).toMatchObject({ problem: { kind: 'connections', line: 2 } })
  })

  test('exported prices of a removed connection are left out, by name', () => {
    const text = pricesAsJson([row, { ...row, model: 'gone', connectionId: 'x' }], options.connections)
    expect(readPrices(text, options)).toEqual({ ok: true, prices: [row], ignored: [], skipped: ['gone'] })
  })

  test('another computer finds the connection by its name', () => {
    const text = pricesAsJson([{ ...row, connectionId: 'there' }], [{ id: 'there', name: 'Work' }])
    expect(readPrices(text, options)).toMatchObject({ prices: [{ connectionId: 'c1' }] })
  })
})

test('JSON of any depth is read or refused', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  expect(read(`{"prices":[{"model":"m","input":1,"foo":${deep}}]}`)).toEqual({
    rows: ['m CNY input 1'],
    ignored: ['foo'],
  })
  expect(read(`{"prices":[{"model":"m","input":${deep}}]}`)).toEqual({ problem: 'price', line: 1 })
  const byToken = `{"prompt":"0.000001","completion":"0.000002","input_cache_read":${deep}}`
  expect(read(`[{"model":"m","pricing":${byToken}}]`)).toEqual({ problem: 'price', line: 1 })
  for (const text of [deep, `${'{"data":'.repeat(110_000)}1${'}'.repeat(110_000)}`, `{"m":{"pricing":${deep}}}`])
    expect(read(text)).toMatchObject({ problem: expect.any(String) })
})

test.each([['[1,2]'], ['{"a":1}'], ['true'], ['[[2]]'], ['["2"]']])('%s is not a price', (value) => {
  expect(read(`[{"model":"m","input":${value}}]`)).toEqual({ problem: 'price', line: 1 })
})

test('an object is not a model, connection or currency', () => {
  expect(read('[{"model":["m"],"input":1}]')).toEqual({ problem: 'model', line: 1 })
  expect(read('[{"model":"m","input":1,"currency":["USD"]}]')).toEqual({ problem: 'currency', line: 1 })
})

test('no JSON throws', () => {
  const key = fc.constantFrom('model', 'id', 'input', 'output', 'pricing', 'models', 'data', 'cost', 'limit', 'prices')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.constantFrom('m', 1, null, '2'), tie('list'), tie('members')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    members: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }))
  fc.assert(fc.property(value, (one) => void readPrices(JSON.stringify(one), options)))
})
