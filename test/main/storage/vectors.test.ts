import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/main/storage/database.ts'
import { openVectors } from '../../../src/main/storage/vector-database.ts'
import { VectorRequests } from '../../../src/main/storage/vector-requests.ts'
import { signsOf } from '../../../src/main/storage/vector-signs.ts'
import { VectorTexts } from '../../../src/main/storage/vector-texts.ts'
import { Vectors } from '../../../src/main/storage/vectors.ts'
import { randomFrom } from '../../fakes/seeded-random.ts'

const identity = { connectionId: 'c', model: 'm', scheme: 'none', chunker: 1 }
let folder: string
let path: string
let database: Database
let texts: VectorTexts
let vectors: Vectors
let requests: VectorRequests

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-vectors-'))
  path = join(folder, 'vectors.db')
  open()
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): boolean {
  const opened = openVectors(path, 1)
  database = opened.database
  texts = new VectorTexts(database)
  vectors = new Vectors(database)
  requests = new VectorRequests(database)
  return opened.canSearch
}

function put(collection: string, key: string, text: string, setId: number | null = null): boolean {
  const hash = createHash('sha256').update(text).digest()
  return texts.putDocument(
    { collection, key, at: Number(key), chunks: [{ start: 0, end: text.length, hash, tokens: 3, wide: 1 }] },
    setId,
  )
}

const unit = (...values: number[]) => Float32Array.from(values, (value) => value / Math.hypot(...values))
const rows = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)

test('returns the passages of each text, newest first, up to a limit, in the given collections', () => {
  for (const key of ['1', '2', '3']) put('history', key, 'tide')
  put('notes', '4', 'tide')
  put('notes', '5', 'moon')
  const idOf = (text: string) => {
    const hash = createHash('sha256').update(text).digest()
    return Number(database.prepare('SELECT id FROM texts WHERE hash = ?').get(hash)?.id)
  }
  const [tide, moon] = [idOf('tide'), idOf('moon')]
  const keys = (collections: readonly string[] | null, limit: number) =>
    [tide, moon].map((id) =>
      texts
        .places([tide, moon, tide, 999], collections, limit)
        .get(id)
        ?.map(({ key }) => key),
    )
  expect(keys(null, 20)).toEqual([['4', '3', '2', '1'], ['5']])
  expect(keys(null, 2)).toEqual([['4', '3'], ['5']])
  expect(keys(['history'], 20)).toEqual([['3', '2', '1'], undefined])
  expect(texts.places([moon], null, 1).get(moon)).toEqual([{ collection: 'notes', key: '5', start: 0, end: 4 }])
  expect(texts.places([], null, 20).size).toBe(0)
})

/** Gives all wanted texts a vector. */
function embedAll(vector: (index: number) => Float32Array) {
  const wanted = requests.newestWanted(1_000_000)
  const [first = unit(1)] = [vector(0)]
  const set = vectors.findSet(identity) ?? vectors.create(identity, first.length, 1)
  const all = new Float32Array(wanted.length * set.dimension)
  for (const index of wanted.keys()) all.set(vector(index), index * set.dimension)
  const ids = wanted.map(({ textId }) => textId)
  database.transaction(() => {
    vectors.putVectors(set, ids, all)
    requests.unwant(ids)
  })
  return { set, ids }
}

describe('the texts of vectors', () => {
  test('equal texts are requested once, and shared between collections', () => {
    put('history', '1', 'same')
    put('history', '2', 'same')
    put('knowledge:a', '3', 'same')
    expect(requests.wanted()).toMatchObject({ texts: 1, tokens: 3, wide: 1 })
    const { set } = embedAll(() => unit(1, 2))
    expect(rows('vectors')).toBe(1)
    expect(texts.progress(['history'], set.id)).toEqual({ texts: 1, embedded: 1 })
    // a collection that comes later pays nothing
    put('knowledge:b', '4', 'same', set.id)
    expect(requests.wanted().texts).toBe(0)
    expect(vectors.nearest(set.id, ['knowledge:b'], unit(1, 2), 5, 100)).toHaveLength(1)
  })

  test('texts leave nothing behind when their last document is removed', () => {
    put('history', '1', 'same')
    put('knowledge:a', '3', 'same')
    const { set } = embedAll(() => unit(1, 2))
    texts.removeDocument('history', '1')
    expect([rows('texts'), rows('vectors'), rows('signs')]).toEqual([1, 1, 1])
    expect(vectors.nearest(set.id, ['history'], unit(1, 2), 5, 100)).toEqual([])
    texts.removeDocument('knowledge:a', '3')
    expect([rows('texts'), rows('vectors'), rows('signs'), rows('wanted'), rows('chunks')]).toEqual([0, 0, 0, 0, 0])
  })

  test('removed texts leave no bytes of their vector in the file', () => {
    put('history', '1', 'secret')
    put('history', '2', 'other')
    const marked = unit(...Array.from({ length: 300 }, (_, index) => Math.sin(index * 7.3) + 0.001))
    embedAll((index) => (index === 1 ? marked : unit(...Array.from({ length: 300 }, () => 1))))
    const bytes = Buffer.from(marked.buffer).subarray(80, 240)
    database.emptyLog()
    expect(readFileSync(path).includes(bytes)).toBe(true)
    // the newest is first
    texts.removeDocument('history', '1')
    expect(database.emptyLog()).toBe(true)
    expect(readFileSync(path).includes(bytes)).toBe(false)
    expect(rows('vectors')).toBe(1)
  })

  test('changed texts are queued again, and their old vector is removed', () => {
    put('history', '1', 'before')
    const { set } = embedAll(() => unit(1, 2))
    expect(put('history', '1', 'before', set.id)).toBe(false)
    expect(put('history', '1', 'after', set.id)).toBe(true)
    expect([rows('vectors'), requests.wanted().texts]).toEqual([0, 1])
  })
})

test('a search finds nearly what an exact scan finds, only in its collections', () => {
  const random = randomFrom(5)
  const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  // clusters, as texts have subjects
  const subjects = Array.from({ length: 40 }, () => Array.from({ length: 256 }, normal))
  const near = (subject: readonly number[]) => unit(...subject.map((value) => value + normal() * 0.9))
  const of = (index: number) => subjects[index % subjects.length] ?? []
  database.transaction(() => {
    for (let index = 0; index < 4_000; index += 1)
      put(index % 10 === 0 ? 'knowledge:a' : 'history', `${index}`, `${index}`)
  })
  const { set } = embedAll((index) => near(of(index)))
  let found = 0
  for (let at = 0; at < 40; at += 1) {
    const query = near(of(at))
    const exact = vectors.nearestExactly(set.id, ['history'], query, 20)
    const got = vectors.nearest(set.id, ['history'], query, 20, 1_000)
    expect(got.map(({ score }) => score)).toEqual(got.map(({ score }) => score).toSorted((a, b) => b - a))
    found += exact.filter(({ textId }) => got.some((one) => one.textId === textId)).length
  }
  expect(found / 800).toBeGreaterThan(0.95)
  const own = vectors.nearest(set.id, ['knowledge:a'], near(of(0)), 500, 1_000)
  expect(own).toHaveLength(400)
})

test('a search finds the stored vectors, after any writes, removals and rollbacks', () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const vectorOf = (text: string) => {
    const own = randomFrom(Number(text) + 1)
    return unit(...Array.from({ length: 20 }, () => own() - 0.5))
  }
  const stored = { history: new Set<string>(), 'knowledge:a': new Set<string>() }
  let set = vectors.create(identity, 20, 1)
  /** Puts or forgets up to 40 texts, and gives all a vector. */
  const change = (collection: keyof typeof stored) => {
    const now = new Set(stored[collection])
    for (let left = Math.ceil(random() * 40); left > 0; left -= 1) {
      const text = String(Math.floor(random() * 200))
      if (now.delete(text)) texts.removeDocument(collection, text)
      else {
        put(collection, text, text, set.id)
        now.add(text)
      }
    }
    const wanted = requests.newestWanted(1_000)
    const hashes = new Map(
      [...now].map((text) => [createHash('sha256').update(text).digest('hex'), vectorOf(text)] as const),
    )
    for (const { textId } of wanted) {
      const hash = database.prepare('SELECT hex(hash) AS hash FROM texts WHERE id = ?').get(textId)?.hash
      vectors.putVectors(
        set,
        [textId],
        hashes.get(String(hash).toLowerCase()) ?? unit(...new Array<number>(20).fill(1)),
      )
    }
    requests.unwant(wanted.map(({ textId }) => textId))
    return now
  }
  for (let step = 0; step < 120; step += 1) {
    const collection = random() < 0.7 ? 'history' : 'knowledge:a'
    if (random() < 0.2)
      expect(() =>
        database.transaction(() => {
          change(collection)
          throw new Error('rolled back')
        }),
      ).toThrow('rolled back')
    else stored[collection] = database.transaction(() => change(collection))
    if (random() < 0.05) set = vectors.findSet(identity) ?? set
    const query = vectorOf(String(Math.floor(random() * 200)))
    const asked = random() < 0.5 ? [collection] : Object.keys(stored)
    const exact = vectors.nearestExactly(set.id, asked, query, 500)
    const found = vectors.nearest(set.id, asked, query, 500, 1_000)
    const known = new Set(asked.flatMap((name) => [...(name === 'history' ? stored.history : stored['knowledge:a'])]))
    expect([found.length, exact.length], `seed ${seed}, step ${step}`).toEqual([known.size, known.size])
    expect(new Set(found.map(({ textId }) => textId))).toEqual(new Set(exact.map(({ textId }) => textId)))
  }
})

test('a search after many changes at once reads the signs again', () => {
  const add = (from: number, count: number) =>
    database.transaction(() => {
      for (let index = from; index < from + count; index += 1) put('history', `${index}`, `${index}`)
    })
  add(0, 100)
  const { set } = embedAll((index) => unit(1, index))
  expect(vectors.nearest(set.id, ['history'], unit(1, 1), 2_000, 2_000)).toHaveLength(100)
  add(100, 1_200)
  embedAll((index) => unit(1, index))
  expect(vectors.nearest(set.id, ['history'], unit(1, 1), 2_000, 2_000)).toHaveLength(1_300)
})

test('a search of another set finds the vectors of that set', () => {
  put('history', '1', 'a')
  const { set, ids } = embedAll(() => unit(1, 2))
  const other = vectors.create({ ...identity, model: 'other' }, 3, 1)
  vectors.putVectors(other, ids, unit(1, 2, 3))
  for (const [one, query] of [
    [set, unit(1, 2)],
    [other, unit(1, 2, 3)],
    [set, unit(1, 2)],
  ] as const)
    expect(vectors.nearest(one.id, ['history'], query, 5, 100)).toEqual([
      { textId: ids[0], score: expect.closeTo(1, 5) },
    ])
})

test('a vector whose length is not divisible by eight is found by its signs too', () => {
  put('history', '1', 'a')
  const { ids, set } = embedAll(() => unit(1, -2, 3))
  expect(vectors.nearest(set.id, ['history'], unit(1, -2, 3), 5, 100)).toEqual([
    { textId: ids[0], score: expect.closeTo(1, 5) },
  ])
})

describe('the requests for vectors', () => {
  test('requests of a killed process are unknown', () => {
    const model = { connectionId: 'c', model: 'm' }
    requests.beginRequest(model, 10, 100, 1)
    requests.endRequest(requests.beginRequest(model, 10, 100, 2), 'done', 90)
    requests.endRequest(requests.beginRequest(model, 10, 100, 3), 'failed')
    database.close()
    open()
    requests.recoverRequests()
    expect(requests.totals(model)).toEqual({ requests: 2, tokens: 190, unknown: 1 })
  })

  test('refused texts wait, and are set aside after the second refusal', () => {
    put('history', '1', 'a')
    const [{ textId } = { textId: 0 }] = requests.newestWanted(1)
    requests.hold([textId])
    expect([requests.newestWanted(1), requests.wanted()]).toMatchObject([[], { held: 1, aside: 0 }])
    requests.release()
    expect(requests.newestWanted(1)).toHaveLength(1)
    requests.hold([textId])
    requests.release()
    expect([requests.newestWanted(1), requests.wanted()]).toMatchObject([[], { texts: 0, held: 0, aside: 1 }])
  })
})

describe('the vector file', () => {
  test('the file opens with sqlite-vec', () => {
    database.close()
    expect(open()).toBe(true)
  })

  test.each([
    ['damaged', () => writeFileSync(path, 'this is no database, but long enough to look like one'.repeat(100))],
    [
      'of a newer version',
      () => {
        open()
        database.execute('PRAGMA user_version = 99')
        database.close()
      },
    ],
  ])('that is %s is set aside untouched', (_, spoil) => {
    database.close()
    rmSync(`${path}-wal`, { force: true })
    spoil()
    const before = readFileSync(path)
    open()
    expect(rows('texts')).toBe(0)
    const aside = readdirSync(folder).find((name) => /^vectors-unusable-1\.db$/.test(name))
    expect(readFileSync(join(folder, aside ?? '')).equals(before)).toBe(true)
  })
})

test('signs of near vectors differ in few bits, at every dimension', () => {
  const random = randomFrom(3)
  for (const dimension of [3, 64, 256, 768, 1_536]) {
    const one = unit(...Array.from({ length: dimension }, () => random() - 0.5))
    const near = unit(...one.map((value) => value + (random() - 0.5) * 0.02))
    const far = unit(...Array.from({ length: dimension }, () => random() - 0.5))
    const share = (other: Float32Array) => {
      const [a, b] = [signsOf(one), signsOf(other)]
      expect([a.length * 8 >= 1_024, a.length]).toEqual([true, b.length])
      let bits = 0
      for (const [index, byte] of a.entries()) bits += (byte ^ (b[index] ?? 0)).toString(2).replaceAll('0', '').length
      return (bits / a.length / 8) * Math.PI
    }
    const angle = (other: Float32Array) =>
      Math.acos(one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0))
    if (dimension > 3) expect(share(far)).toBeCloseTo(angle(far), 0)
    expect(share(near)).toBeLessThan(share(far))
  }
})
