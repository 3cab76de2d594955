import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { HistoryItems } from '../../../src/main/storage/history-items.ts'
import { everything } from '../../../src/shared/history-query.ts'
import { conversation, temporaryDatabase } from '../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let items: HistoryItems
beforeEach(() => {
  run = temporaryDatabase()
  items = new HistoryItems(run.database)
})
afterEach(() => run.dispose())

/** Stores chats that were last active at these times, in ms since 1970. */
function addChats(times: readonly number[]): void {
  const conversations = new Conversations(run.database)
  for (const [index, activeAt] of times.entries())
    conversations.insertConversation(conversation(`c${index}`, { activeAt, createdAt: activeAt }))
}

const seed = 20261130

test(`the months are those of the items in local time, newest first (seed ${seed})`, () => {
  const time = fc.oneof(
    fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2026, 11) }),
    fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 }),
    fc.constantFrom(0, -1, new Date(2025, 2, 1).getTime(), new Date(2025, 2, 1).getTime() - 1),
  )
  fc.assert(
    fc.property(fc.array(time, { maxLength: 20 }), (times) => {
      run.database.execute('DELETE FROM conversations')
      addChats(times)
      const counts = new Map<string, number>()
      for (const day of times.map((at) => new Date(at)).toSorted((one, other) => Number(other) - Number(one))) {
        const month = `${day.getFullYear()}-${day.getMonth() + 1}`
        counts.set(month, (counts.get(month) ?? 0) + 1)
      }
      const expected = [...counts].map(([month, count]) => [month, count])
      expect(items.monthsOf(everything).map(({ count, month, year }) => [`${year}-${month}`, count])).toEqual(expected)
    }),
    { seed, numRuns: 100 },
  )
})

test('times beyond the calendar have no month, and hide no other', () => {
  addChats([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, new Date(2026, 10, 30).getTime()])
  expect(items.monthsOf(everything)).toEqual([{ year: 2026, month: 11, count: 1 }])
})

test('a page continues where the one before it ends', () => {
  addChats([5, 1, 4, 2, 3])
  const page = (offset: number) => items.itemPage(everything, offset, 2).items.map(({ at }) => at)
  expect([page(0), page(2), page(4), page(6)]).toEqual([[5, 4], [3, 2], [1], []])
  expect(items.itemPage(everything, 4, 2).total).toBe(5)
})

test('counts, models and the keys of a page come from the index alone', () => {
  const here = 'items.deleted_at IS NULL AND items.archived_at IS NULL'
  const plans = [
    `SELECT count(*) FROM history_items AS items WHERE ${here}`,
    `SELECT count(*) FROM history_items AS items WHERE ${here} AND items.pinned = 0 AND items.at >= 1 AND items.at < 2`,
    `SELECT model, count(*) FROM history_items AS items WHERE ${here} GROUP BY model`,
    `SELECT kind, item_id FROM history_items AS items WHERE ${here}
     ORDER BY items.pinned DESC, items.at DESC, items.kind, items.item_id LIMIT 9 OFFSET 9`,
  ].map((sql) =>
    run.database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  )
  for (const plan of plans) expect(plan[0]).toContain('USING COVERING INDEX history_items_in_order')
  expect(plans.at(-1)).toHaveLength(1)
})
