import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lasting, type Place, SessionPool } from '../../../src/main/electron/session-pool.ts'

const host = 'http://gateway.example'
const never = new AbortController().signal
const isQuiet = (): void => {}

async function takeMany(pool: SessionPool<number>, count: number, origin = host): Promise<Place<number>[]> {
  return await Promise.all(Array.from({ length: count }, () => pool.takeSession(origin, 'lasting', never, isQuiet)))
}

describe('lasting requests to one host', () => {
  test('a session takes five lasting requests to one host, and the first sessions fill first', async () => {
    const pool = new SessionPool((index) => index)
    expect((await takeMany(pool, 12)).map(({ session }) => session)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
  })

  test('a place for a brief request stays free in each session', async () => {
    const pool = new SessionPool((index) => index, 2)
    await takeMany(pool, 10)
    const brief = await Promise.all([1, 2].map(() => pool.takeSession(host, 'brief', never, isQuiet)))
    expect(brief.map(({ session }) => session)).toEqual([0, 1])
    void pool.takeSession(host, 'brief', never, isQuiet)
    expect(pool.waiting).toBe(1)
  })

  test('lasting requests do not count against another host', async () => {
    const pool = new SessionPool((index) => index, 1)
    await takeMany(pool, 5)
    expect((await pool.takeSession('http://other.example', 'lasting', never, isQuiet)).session).toBe(0)
  })

  test('requests wait in order while all sessions are full, and are notified', async () => {
    const pool = new SessionPool((index) => index, 1)
    const [first, second] = await takeMany(pool, 5)
    const told: string[] = []
    const gone: string[] = []
    for (const name of ['sixth', 'seventh'])
      void pool.takeSession(host, 'lasting', never, () => told.push(name)).then(() => gone.push(name))
    expect([told, pool.waiting]).toEqual([['sixth', 'seventh'], 2])
    first?.release()
    first?.release()
    await Promise.resolve()
    await Promise.resolve()
    expect([gone, pool.waiting]).toEqual([['sixth'], 1])
    second?.release()
    expect(pool.waiting).toBe(0)
  })

  test('waiting requests can be cancelled', async () => {
    const pool = new SessionPool((index) => index, 1)
    await takeMany(pool, 5)
    const stop = new AbortController()
    const waiting = pool.takeSession(host, 'lasting', stop.signal, isQuiet)
    stop.abort(new Error('the person pressed Stop'))
    await expect(waiting).rejects.toThrow('the person pressed Stop')
    expect(pool.waiting).toBe(0)
  })
})

test('thirty-two requests fill a session, to any number of hosts: a proxy allows no more', async () => {
  const pool = new SessionPool((index) => index)
  const places = await Promise.all(
    Array.from({ length: 33 }, (_, index) => pool.takeSession(`http://${index}.example`, 'brief', never, isQuiet)),
  )
  expect(places.map(({ session }) => session)).toEqual([...Array(32).fill(0), 1])
})

test('a host with HTTP/2 needs no reserved places, and waiting requests are sent', async () => {
  const pool = new SessionPool((index) => index, 1)
  await takeMany(pool, 5)
  const waiting = pool.takeSession(host, 'lasting', never, isQuiet)
  pool.recordHttpVersion(host, 2)
  expect((await waiting).session).toBe(0)
  expect((await takeMany(pool, 200)).length).toBe(200)
  pool.recordHttpVersion(host, 1)
  void pool.takeSession(host, 'lasting', never, isQuiet)
  expect(pool.waiting).toBe(1)
})

interface Asked {
  readonly origin: string
  readonly lasting: Lasting
  readonly stop: AbortController
  place: Place<number> | null
  isOver: boolean
}

const step = fc.oneof(
  fc.record({
    does: fc.constant('take' as const),
    origin: fc.constantFrom('http://a.example', 'http://b.example'),
    lasting: fc.constantFrom<Lasting>('lasting', 'brief'),
  }),
  fc.record({ does: fc.constantFrom('release' as const, 'stop' as const), at: fc.nat(60) }),
)

test('for any traffic, no request waits while there is a place, and no session exceeds its limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 120 }), async (max, steps) => {
      const pool = new SessionPool((index) => index, max)
      const all: Asked[] = []
      for (const one of steps) {
        if (one.does === 'take') {
          const asked: Asked = { ...one, stop: new AbortController(), place: null, isOver: false }
          all.push(asked)
          void pool.takeSession(asked.origin, asked.lasting, asked.stop.signal, isQuiet).then(
            (place) => {
              asked.place = place
            },
            () => {
              asked.isOver = true
            },
          )
        } else {
          const asked = all[one.at]
          if (one.does === 'stop' && asked?.place === null) asked.stop.abort()
          if (one.does === 'release' && asked?.place) {
            asked.place.release()
            asked.isOver = true
          }
        }
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()

        const under = all.filter(({ isOver }) => !isOver)
        const waiting = under.filter(({ place }) => place === null)
        expect(pool.waiting).toBe(waiting.length)
        const count = (session: number, origin: string, lasting?: Lasting): number =>
          under.filter(
            (other) =>
              other.place?.session === session &&
              other.origin === origin &&
              (lasting === undefined || other.lasting === lasting),
          ).length
        for (const origin of ['http://a.example', 'http://b.example'])
          for (let session = 0; session < max; session += 1) {
            const [used, lasting] = [count(session, origin), count(session, origin, 'lasting')]
            expect(used).toBeLessThanOrEqual(6)
            expect(lasting).toBeLessThanOrEqual(5)
            const couldGo = waiting.filter(
              (other) => other.origin === origin && used < 6 && (other.lasting === 'brief' || lasting < 5),
            )
            expect(couldGo).toEqual([])
          }
      }
    }),
    { numRuns: 100 },
  )
})
