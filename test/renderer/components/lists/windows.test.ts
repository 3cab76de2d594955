import { expect, test } from 'vitest'
import { allWindows } from '../../../../src/renderer/components/lists/windows.ts'
import { appError } from '../../../../src/shared/errors.ts'

interface Answer {
  readonly items: readonly { readonly id: number }[]
  readonly total: number
}
const itemsOf = ({ items }: Answer) => items
const numbered = (...ids: readonly number[]) => ids.map((id) => ({ id }))

/** A list of numbered items that records the requested windows. */
function listOf(length: number) {
  const asked: number[] = []
  const read = async ({ limit, offset }: { readonly offset: number; readonly limit: number }) => {
    asked.push(offset)
    const items = Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, index) => ({
      id: offset + index,
    }))
    return { ok: true, value: { items, total: length } } as const
  }
  return { asked, read }
}

test('a list is read window by window to its end', async () => {
  const { asked, read } = listOf(120)
  const answer = await allWindows(read, itemsOf)
  expect(answer).toEqual({ ok: true, value: numbered(...Array(120).keys()) })
  expect(asked).toEqual([0, 50, 100])
})

test('an empty list takes one request', async () => {
  const { asked, read } = listOf(0)
  expect(await allWindows(read, itemsOf)).toEqual({ ok: true, value: [] })
  expect(asked).toEqual([0])
})

test('an endless list is read up to a thousand items', async () => {
  const { asked, read } = listOf(2_000_000)
  const answer = await allWindows(read, itemsOf)
  expect(answer.ok && answer.value.length).toBe(1_000)
  expect(asked).toHaveLength(20)
})

test('an item that moves into the next window appears once, and a refusal is reported', async () => {
  const moved = async () => ({ ok: true, value: { items: numbered(1, 2), total: 60 } }) as const
  expect(await allWindows(moved, itemsOf)).toEqual({ ok: true, value: numbered(1, 2) })
  const refused = async () => ({ ok: false, error: appError('not_found') }) as const
  expect(await allWindows(refused, itemsOf)).toEqual({ ok: false, error: appError('not_found') })
})
