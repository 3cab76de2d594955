import { expect, test } from 'vitest'
import {
  type DeletionLine,
  withDeletion,
  withoutDeletion,
} from '../../../../../src/renderer/features/chat/actions/deletions.ts'

const none: readonly DeletionLine[] = []
const deleted = (id: string, afterId: string | null, count = 1) => ({ id, afterId, count })
const of = (...ids: readonly string[]) => new Set(ids)

test('deletions at different places have their own lines', () => {
  const lines = withDeletion(withDeletion(none, deleted('d1', 'a'), of('b')), deleted('d2', null, 3), of('x'))
  expect(lines).toEqual([
    { ids: ['d1'], count: 1, afterId: 'a' },
    { ids: ['d2'], count: 3, afterId: null },
  ])
})

test('deletions at one place share one line', () => {
  const lines = withDeletion(withDeletion(none, deleted('d1', 'a'), of('b')), deleted('d2', 'a', 2), of('c', 'd'))
  expect(lines).toEqual([{ ids: ['d1', 'd2'], count: 3, afterId: 'a' }])
})

test('a line whose message is deleted joins the line at that message', () => {
  const lines = withDeletion(withDeletion(none, deleted('d1', 'b'), of('c')), deleted('d2', 'a'), of('b'))
  expect(lines).toEqual([{ ids: ['d1', 'd2'], count: 2, afterId: 'a' }])
})

test('a restored deletion leaves its line, and the last one removes it', () => {
  const lines = withDeletion(withDeletion(none, deleted('d1', 'a', 2), of('b')), deleted('d2', 'a'), of('c'))
  const rest = withoutDeletion(lines, 'd1', 2)
  expect(rest).toEqual([{ ids: ['d2'], count: 1, afterId: 'a' }])
  expect(withoutDeletion(rest, 'd2', 1)).toEqual([])
  expect(withoutDeletion(rest, 'unknown', 1)).toEqual(rest)
})
