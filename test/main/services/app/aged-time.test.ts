import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { AgedTime, noRecord, observed, type TimeRecord } from '../../../../src/main/services/app/aged-time.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { ManualClock, memoryStore, type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { conversation } from '../../../fakes/storage.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const start = 1_800_000_000_000

describe('the bin of an application with a wrong clock', () => {
  let platform: TestPlatform
  let dispose: () => void
  let app: App
  let client: AppClient
  let clock: ManualClock

  /** Starts the application with a clock that shows this time. */
  async function open(now: number): Promise<void> {
    clock = new ManualClock(now)
    app = await createApp({ ...platform, clock }, { demo: false })
    client = new AppClient(() => app)
  }
  const restored = async (conversationId: string): Promise<boolean> =>
    await client.call('chat.restore', { conversationId }).then(
      () => true,
      () => false,
    )

  beforeEach(async () => {
    ;({ platform, dispose } = testPlatform())
    await open(start)
  })
  afterEach(async () => {
    await app.close()
    dispose()
  })

  async function binned(): Promise<string> {
    const now = clock.now()
    await app.close()
    const database = new Database(databasePath(platform.paths.data))
    new Conversations(database).insertConversation(conversation('kept'))
    database.close()
    await open(now)
    await client.call('chat.delete', { conversationId: 'kept' })
    return 'kept'
  }

  test('one start with a clock 40 days ahead removes nothing', async () => {
    clock.advance(2 * dayMs)
    const id = await binned()
    await app.close()
    await open(start + 42 * dayMs)
    clock.advance(3 * hourMs)
    await app.close()
    await open(start + 3 * dayMs)
    expect(await restored(id)).toBe(true)
  })

  test('the first start of this version with a clock ahead removes nothing', async () => {
    const id = await binned()
    await app.close()
    platform = { ...platform, store: memoryStore() }
    await open(start + 40 * dayMs)
    expect(await restored(id)).toBe(true)
  })

  test('the bin is emptied after a truly long absence, once Atelier has run for a day', async () => {
    clock.advance(2 * dayMs)
    const id = await binned()
    await app.close()
    await open(start + 60 * dayMs)
    clock.advance(23 * hourMs)
    await app.close()
    await open(start + 62 * dayMs)
    clock.advance(2 * dayMs)
    expect(await restored(id)).toBe(false)
  })

  test('the bin is emptied after thirty days of running', async () => {
    clock.advance(2 * dayMs)
    const id = await binned()
    clock.advance(31 * dayMs)
    expect(await restored(id)).toBe(false)
    expect((await client.call('history.list', { filter: everything, offset: 0, limit: 10 })).items).toEqual([])
  })
})

describe('the believed time', () => {
  test('the time follows a running clock, and a jump only after a day of running', () => {
    const clock = new ManualClock(start)
    const aged = new AgedTime({ clock, store: memoryStore(), log: () => undefined })
    aged.start()
    expect(aged.now()).toBe(0)
    clock.advance(dayMs + hourMs)
    expect(aged.now()).toBe(start + dayMs + hourMs)
    aged.close()
  })

  const steps = fc.array(
    fc.record({
      ran: fc.integer({ min: 0, max: 10 * hourMs }),
      shown: fc.integer({ min: -50 * dayMs, max: 50 * dayMs }),
    }),
    { maxLength: 200 },
  )

  test('the time never accepts a reading before a day of running, whatever the clock does', () => {
    fc.assert(
      fc.property(steps, (made) => {
        let record: TimeRecord = { ...noRecord, believed: start }
        const seen: { readonly now: number; readonly ran: number }[] = [{ now: start, ran: 0 }]
        for (const { ran, shown } of made) {
          record = observed({ ...record, ran: record.ran + ran }, start + shown, 0)
          seen.push({ now: start + shown, ran: record.ran })
          const old = seen.filter((one) => record.ran - one.ran >= dayMs).map(({ now }) => now)
          expect(record.believed).toBeLessThanOrEqual(Math.max(start, ...old))
          expect(record.believed).toBeLessThanOrEqual(Math.max(start, start + shown))
          expect(record.leaps.length).toBeLessThanOrEqual(50)
        }
      }),
    )
  })
})
