import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SpendingService } from '../../../../src/main/services/spending/spending-service.ts'
import { Catalogues } from '../../../../src/main/storage/catalogues.ts'
import { Prices } from '../../../../src/main/storage/prices.ts'
import { type PaidRequest, Spending } from '../../../../src/main/storage/spending.ts'
import { readPrices } from '../../../../src/shared/price-table.ts'
import { type Price, spendingKinds } from '../../../../src/shared/prices.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../../../src/shared/settings.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

const none = { input: null, cached: null, output: null, image: null, second: null, minute: null }
const price = (model: string, units: Partial<Price>): Price => ({
  ...{ model, connectionId: '', currency: 'CNY', ...none },
  ...units,
})
const now = new Date(2026, 2, 15, 12).getTime()

let made: ReturnType<typeof temporaryDatabase>
let told: unknown[] = []
let settings: Settings
let saved: Readonly<Record<string, string>> = {}

function service(): SpendingService {
  return new SpendingService({
    database: made.database,
    catalogues: new Catalogues(made.database),
    prices: new Prices(made.database),
    spending: new Spending(made.database),
    connections: { nameOf: (id) => `name of ${id}` },
    mediaExport: {
      async saveContents(files) {
        saved = Object.fromEntries(files.map(({ content, name }) => [name, String(content())]))
        return { by: 'main', saved: true }
      },
    },
    settings: { get: () => settings, onChange: () => undefined },
    clock: { now: () => now },
    events: { emit: (name, payload) => told.push([name, payload]) },
    log: () => undefined,
    embeddingPrice: () => ({ currency: 'USD', perMillion: 0.02 }),
    searchPrice: (service) => (service === 'Brave' ? { currency: 'USD', nano: 5_000_000 } : null),
  })
}

function paid(id: string, changes: Partial<PaidRequest> = {}): PaidRequest {
  return { id, at: now, kind: 'chat', model: 'm', connectionId: 'c', itemId: 'talk', promptTokens: 1000, ...changes }
}

beforeEach(() => {
  made = temporaryDatabase()
  told = []
  settings = defaultSettings
})
afterEach(() => made.dispose())

describe('list prices', () => {
  const list = (...models: readonly string[]) => {
    const chat = models.map((id) => ({ id, family: '', kind: 'chat' }) as const)
    new Catalogues(made.database).set('c', chat, now)
  }

  test('list prices of listed models are offered, stored with their day, and not offered again', () => {
    list('gpt-4o', 'no-such-model')
    const money = service()
    const { date, prices } = money.offeredPrices()
    expect(prices).toMatchObject([{ model: 'gpt-4o', currency: 'USD', listedOn: date }])
    expect(money.listPrices()).toEqual([])
    money.putPrices({ prices })
    expect(service().listPrices()).toEqual(prices)
    expect(money.offeredPrices().prices).toEqual([])
    money.putPrices({ prices: [price('gpt-4o', { input: 1e9, output: 2e9 })] })
    expect(service().listPrices()).toEqual([price('gpt-4o', { input: 1e9, output: 2e9 })])
  })

  test('list prices are offered as far as the table has space', () => {
    list('gpt-4o', 'gpt-5')
    const money = service()
    money.putPrices({ prices: Array.from({ length: 1_999 }, (_, index) => price(`m${index}`, { input: 1 })) })
    expect(money.offeredPrices().prices).toHaveLength(1)
  })
})

describe('the spending of requests', () => {
  test('a request keeps the price of its time, and is counted once', () => {
    const money = service()
    money.putPrices({ prices: [price('m', { input: 2e9 })] })
    expect(money.record(paid('a'))).toEqual({ currency: 'CNY', nano: 2_000_000 })
    money.putPrices({ prices: [price('M', { input: 9e9 })] })
    expect(money.listPrices()).toHaveLength(1)
    money.record(paid('a'))
    expect(money.conversation('talk')).toEqual({
      ...{ totals: [{ currency: 'CNY', nano: 2_000_000 }], requests: 1, unpriced: 0 },
    })
    money.removePrice({ model: 'M', connectionId: '' })
    expect(money.record(paid('b'))).toBeNull()
    expect(money.conversation('talk')).toMatchObject({ requests: 2, unpriced: 1 })
  })

  test('videos and vectors use the prices entered elsewhere, unless the table has one', () => {
    settings = { ...defaultSettings, videoPriceOf: { wan: 0.8 } }
    const money = service()
    const video = { kind: 'video', model: 'wan', promptTokens: undefined, videoMs: 5000 } as const
    expect(money.record(paid('v', video))).toEqual({ currency: 'CNY', nano: 4e9 })
    expect(money.record(paid('e', { kind: 'embedding' }))).toEqual({ currency: 'USD', nano: 20_000 })
    money.putPrices({ prices: [price('wan', { second: 1e9, currency: 'USD' })] })
    expect(money.record(paid('w', video))).toEqual({ currency: 'USD', nano: 5e9 })
  })

  test('a video by a model of any name is counted', () => {
    const money = service()
    for (const model of ['constructor', '__proto__', 'toString-landscape'])
      expect(money.record(paid(model, { kind: 'video', model, promptTokens: undefined, videoMs: 5000 }))).toBeNull()
    expect(money.conversation('talk')).toEqual({ totals: [], requests: 3, unpriced: 3 })
  })

  test('a request whose price cannot be read is counted without one', () => {
    const money = service()
    money.putPrices({ prices: [price('m', { input: 1e9 })] })
    made.database.prepare('ALTER TABLE prices RENAME TO elsewhere').run()
    expect(service().record(paid('a'))).toBeNull()
    expect(money.conversation('talk')).toMatchObject({ requests: 1, unpriced: 1 })
  })

  test('a budget counts its period and its currency', () => {
    settings = { ...defaultSettings, budgetPeriod: 'day', budgetAmount: 1 }
    const money = service()
    money.putPrices({ prices: [price('m', { input: 1e9 }), price('d', { input: 1e9, currency: 'USD' })] })
    money.record(paid('yesterday', { at: now - 86_400_000, promptTokens: 1_000_000 }))
    money.record(paid('dollars', { model: 'd', promptTokens: 1_000_000 }))
    money.record(paid('unknown', { model: 'other' }))
    expect(money.budget()).toMatchObject({ level: 'ok', spent: { nano: 0 }, unpriced: 1 })
    money.record(paid('today', { promptTokens: 800_000 }))
    expect(money.budget()).toMatchObject({ level: 'near', spent: { currency: 'CNY', nano: 8e8 } })
    settings = { ...settings, budgetPeriod: 'month' }
    expect(money.budget()).toMatchObject({ level: 'reached', spent: { nano: 1.8e9 } })
    expect(told.at(-1)).toMatchObject(['spending.changed', { budget: { level: 'near' } }])
  })

  test('sums beyond exact integers stay on the page and in the file', async () => {
    const money = service()
    money.putPrices({ prices: [price('m', { input: 1e14 })] })
    for (let at = 0; at < 1200; at += 1) money.record(paid(`a${at}`, { promptTokens: 80_000_000 }))
    const { groups } = money.month({ month: '2026-03' })
    expect(groups).toMatchObject([{ nano: Number.MAX_SAFE_INTEGER, requests: 1200, promptTokens: 96_000_000_000 }])
    expect(money.conversation('talk').totals).toEqual([{ currency: 'CNY', nano: Number.MAX_SAFE_INTEGER }])
    await money.exportMonth({ month: '2026-03' })
    expect(saved['spending-2026-03.csv']).toContain(',1200,96000000000,')
  })

  // the system's own rules for zones may be older than ours, or end in 2038
  test.each(['America/New_York', 'Pacific/Apia', 'Africa/Casablanca', 'Asia/Beirut', 'America/Asuncion'])(
    'days and months begin as everywhere in Atelier: %s',
    (zone) => {
      const output = execFileSync(process.execPath, [join(import.meta.dirname, '../../../fixtures/zone-days.ts')], {
        env: { ...process.env, TZ: zone, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
        encoding: 'utf8',
      })
      expect(JSON.parse(output)).toEqual([])
    },
  )

  test('requests of a clock that was ahead are not part of this budget, and appear in their month', () => {
    settings = { ...defaultSettings, budgetPeriod: 'month', budgetAmount: 10 }
    const money = service()
    money.putPrices({ prices: [price('m', { input: 10e12 })] })
    money.record(paid('ahead', { at: new Date(2027, 0, 9).getTime() }))
    money.record(paid('far ahead', { at: new Date(9998, 11, 31).getTime() }))
    expect(money.budget()).toMatchObject({ level: 'ok', spent: { nano: 0 } })
    expect(money.months()).toEqual(['9998-12', '2027-01', '2026-03'])
    expect(money.month({ month: '2027-01' }).groups).toHaveLength(1)
    settings = { ...settings, budgetPeriod: 'day' }
    expect(money.budget()).toMatchObject({ level: 'ok', spent: { nano: 0 } })
  })

  test('a budget can be less than one unit', () => {
    settings = settingsSchema.parse({ ...defaultSettings, budgetPeriod: 'day', budgetAmount: 0.5 })
    const money = service()
    money.putPrices({ prices: [price('m', { input: 1e9 })] })
    money.record(paid('a', { promptTokens: 500_000 }))
    expect(money.budget()).toMatchObject({ level: 'reached', limitNano: 5e8 })
  })

  test('the month and the table are saved by main', async () => {
    const money = service()
    money.putPrices({ prices: [price('m', { input: 1e9 }), price('n', { output: 2e9, connectionId: 'c' })] })
    money.record(paid('a'))
    await money.exportMonth({ month: '2026-03' })
    expect(saved['spending-2026-03.csv']).toContain('2026-03-15,chat,m,name of c,CNY,0.001,1,1000')
    await money.exportPrices()
    const table = saved['prices.json'] ?? ''
    const connections = [{ id: 'c', name: 'name of c' }]
    expect(readPrices(table, { currency: 'USD', connections })).toMatchObject({ ok: true, prices: money.listPrices() })
  })

  test('at most 2,000 prices are kept', () => {
    const money = service()
    money.putPrices({ prices: Array.from({ length: 2000 }, (_, at) => price(`m${at}`, { input: 1 })) })
    expect(() => money.putPrices({ prices: [price('one more', { input: 1 })] })).toThrow()
    expect(money.listPrices()).toHaveLength(2000)
  })

  test('the sums of a random month equal those of a simple sum over the rows', () => {
    const seed = Date.now() % 1_000_000
    process.stdout.write(`seed ${seed}\n`)
    const random = randomFrom(seed)
    const upTo = (max: number): number => Math.floor(random() * max)
    const money = service()
    money.putPrices({
      prices: [
        price('both', { input: 2_345_678_901, cached: 123_456_789, output: 8_000_000_001 }),
        price('dollar', { currency: 'USD', input: 3e9, output: 15e9, image: 4e7, second: 8e8, minute: 6e6 }),
      ],
    })
    const began = new Date(2026, 2, 1).getTime()
    for (let at = 0; at < 3000; at += 1) {
      const kind = spendingKinds[upTo(spendingKinds.length)] ?? 'chat'
      money.record(
        paid(`r${at}`, {
          ...{ kind, at: began + upTo(31 * 86_400_000), model: ['both', 'dollar', 'unpriced'][upTo(3)] ?? '' },
          ...{ promptTokens: upTo(100_000), cachedTokens: upTo(50_000), outputTokens: upTo(9_000) },
          ...(kind === 'image' ? { images: upTo(4) } : {}),
          ...(kind === 'video' ? { videoMs: upTo(15_000) } : {}),
        }),
      )
    }
    const { groups } = money.month({ month: '2026-03' })
    // by the stored prices and amounts, in SQL, without the ledger's own costs
    const [from, until] = [began, new Date(2026, 3, 1).getTime()]
    for (const currency of ['CNY', 'USD']) {
      const row = made.database
        .prepare(
          `SELECT sum((
             3 * ((prompt_tokens - min(cached_tokens, prompt_tokens)) * json_extract(price, '$.input')
               + min(cached_tokens, prompt_tokens) * coalesce(json_extract(price, '$.cached'), json_extract(price, '$.input'))
               + iif(output_tokens = 0, 0, output_tokens * json_extract(price, '$.output')))
             + 3000000 * coalesce(images, 0) * coalesce(json_extract(price, '$.image'), 0)
             + 3000 * coalesce(video_ms, 0) * coalesce(json_extract(price, '$.second'), 0)
             + 1500000) / 3000000) AS nano, count(*) AS requests
           FROM spending WHERE at >= ? AND at < ? AND json_extract(price, '$.currency') = ?`,
        )
        .get(from, until, currency)
      const mine = groups.filter((group) => group.currency === currency)
      expect(mine.reduce((sum, { nano }) => sum + nano, 0)).toBe(row?.nano)
      expect(mine.reduce((sum, { requests }) => sum + requests, 0)).toBe(row?.requests)
      expect(Number(row?.nano)).toBeGreaterThan(0)
    }
    const unpriced = groups.filter(({ currency }) => currency === null)
    expect(unpriced.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(500)
    expect(groups.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(2990)
  })
})
