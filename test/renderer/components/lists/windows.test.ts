import { expect, test } from 'vitest'
import { allWindows } from '../../../../src/renderer/components/lists/windows.ts'
import { appError } from '../../../../src/shared/errors.ts'

const keyOf = (item: number): number => item

/** A list of numbers that records the requested windows. */
function listOf(length: number) {
  const asked: number[] = []
  const read = async ({ limit, offset }: { readonly offset: number; readonly limit: number }) => {
    asked.push(offset)
    const items = Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, index) => offset + index)
    return { ok: true, value: { items, total: length } } as const
  }
  return { asked, read }
}

test('a list is read window by window to its end', async () => {
  const { asked, read } = listOf(120)
  const answer = await allWindows(read, keyOf)
  expect(answer).toEqual({ ok: true, value: Array.from({ length: 120 }, (_, index) => index) })
  expect(asked).toEqual([0, 50, 100])
})

test('an empty list takes one question', async () => {
  const { asked, read } = listOf(0)
  expect(await allWindows(read, keyOf)).toEqual({ ok: true, value: [] })
  expect(asked).toEqual([0])
})

test('a list without end is read up to a thousand', async () => {
  const { asked, read } = listOf(2_000_000)
  const answer = await allWindows(read, keyOf)
  expect(answer.ok && answer.value.length).toBe(1_000)
  expect(asked).toHaveLength(20)
})

test('what moved into the next window is there once, and a refusal is told', async () => {
  const moved = async () => ({ ok: true, value: { items: [1, 2], total: 60 } }) as const
  expect(await allWindows(moved, keyOf)).toEqual({ ok: true, value: [1, 2] })
  const refused = async () => ({ ok: false, error: appError('not_found') }) as const
  expect(await allWindows(refused, keyOf)).toEqual({ ok: false, error: appError('not_found') })
})
