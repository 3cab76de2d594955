import { describe, expect, test } from 'vitest'
import { afterPick, comparedWith, toggled } from '../../../../src/renderer/features/chat/state/compared-models.ts'
import {
  columnsOf,
  keptTexts,
  placeMessage,
  replaceMessage,
  runningAnswers,
} from '../../../../src/renderer/features/chat/state/messages.ts'
import { speedOf } from '../../../../src/renderer/features/chat/state/usage-words.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { message, streaming } from './messages-made.ts'

const column = (slot: number, versions: readonly string[] = []) => ({
  column: { comparison: 'together', slot, connectionId: 'k', versions: [...versions] },
  parentId: 'q',
})
const question = message('q', { role: 'user' })
const b = message('b', column(1))
const c = message('c', column(2))
const a: Message = { ...message('a', column(0)), beside: [b, c] }
const branch = [question, a]

describe('answers side by side', () => {
  test('columns keep their order, whichever is shown', () => {
    const shown: Message = { ...b, beside: [message('a', column(0)), c] }
    expect(columnsOf(shown).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  test('columns change in place', () => {
    const changed = replaceMessage(branch, 'c', (one) => ({ ...one, text: 'new' }))
    expect(changed.at(-1)?.beside?.map(({ text }) => text)).toEqual(['text of b', 'new'])
    expect(changed.at(-1)?.text).toBe('text of a')
    expect(replaceMessage(branch, 'unknown', (one) => one)).toBe(branch)
  })

  test('all running columns are counted', () => {
    const running: Message = { ...a, beside: [streaming('b', 1, column(1)), streaming('c', 2, column(2))] }
    expect(runningAnswers([question, running]).map(({ id }) => id)).toEqual(['b', 'c'])
  })

  test('a version of another column is shown in that column, and the branch stays', () => {
    const placed = placeMessage(
      [...branch, message('u', { role: 'user', parentId: 'a' })],
      streaming('b2', 1, column(1)),
      [],
    )
    expect(placed.map(({ id }) => id)).toEqual(['q', 'a', 'u'])
    expect(placed[1]?.beside?.map(({ id }) => id)).toEqual(['b2', 'c'])
  })

  test('a version of the shown column is shown in the branch', () => {
    const again: Message = { ...streaming('a2', 1, column(0)), beside: [b, c] }
    const placed = placeMessage([...branch, message('u', { role: 'user', parentId: 'a' })], again, [])
    expect(placed.map(({ id }) => id)).toEqual(['q', 'a2'])
  })

  test('columns keep an end that the page saw before main’s page arrived', () => {
    const told: Message = { ...a, beside: [streaming('b', 7, column(1)), c] }
    expect(keptTexts(branch, [question, told], [7])[1]?.beside?.[0]?.text).toBe('text of b')
  })
})

describe('the models of a comparison', () => {
  const own = { connectionId: 'k', model: 'a' }
  const other = (model: string, connectionId = 'k') => ({ connectionId, model })
  const connection = {
    id: 'k',
    name: 'K',
    baseUrl: 'https://k.example/v1',
    kind: 'gateway',
    key: { kept: 'none', lastFour: null },
    allowInsecure: false,
    createdAt: 1,
  } as const
  const target = { connection, model: 'a' }

  test('the models are those chosen, without the chat’s own and those of removed connections', () => {
    const compare = { on: true, others: [other('a'), other('b'), other('c', 'gone')] }
    expect(comparedWith({ compare }, target, ['k'])).toEqual([other('b')])
    expect(comparedWith({ compare: { ...compare, on: false } }, target, ['k'])).toEqual([])
    expect(comparedWith({ compare, text: { stop: [] } }, target, ['k'])).toEqual([])
  })

  test('models are added once and removed, and are at most three next to the own one', () => {
    const full = [other('b'), other('c'), other('d')]
    expect(toggled([other('b')], other('c'))).toEqual([other('b'), other('c')])
    expect(toggled(full, other('c'))).toEqual([other('b'), other('d')])
    expect(toggled(full, other('e'))).toBe(full)
  })

  test('the models keep the one that a chosen model replaces', () => {
    expect(afterPick([other('b'), other('c')], other('b'), own)).toEqual([own, other('c')])
    expect(afterPick([other('b')], own, own)).toEqual([other('b')])
  })
})

describe('the speed of an answer', () => {
  const timing = { firstTextMs: 500, totalMs: 2500 }
  const usage = { promptTokens: 10, completionTokens: 300 }

  test('the speed is the one that main measured', () => {
    const speed = { rate: 40, isEstimate: true }
    expect(speedOf({ timing: { ...timing, speed }, usage })).toEqual(speed)
  })

  test('the speed of an older answer comes from its times, but not if the model had thought before', () => {
    expect(speedOf({ timing, usage })).toEqual({ rate: 150, isEstimate: false })
    expect(speedOf({ timing: { ...timing, thinkingMs: 450 }, usage })).toBeNull()
    expect(speedOf({ timing: { ...timing, firstTextMs: null }, usage })).toBeNull()
    expect(speedOf({ timing: { firstTextMs: 500, totalMs: 600 }, usage })).toBeNull()
    expect(speedOf({ timing, usage: null })).toBeNull()
  })
})
