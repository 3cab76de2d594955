import { describe, expect, test } from 'vitest'
import { searchLengthMax } from '../../src/shared/history-limits.ts'
import { isEmpty, readQuery, searchable } from '../../src/shared/history-query.ts'
import { historyCalls } from '../../src/shared/ipc/history-calls.ts'

const nothing = readQuery('')

describe('a parsed search', () => {
  test('a search has words, phrases, exclusions and operators', () => {
    expect(
      readQuery('Glaze "Token  Bucket" -Draft model:GPT kind:图像 from:me state:失败 has:media is:favourite'),
    ).toEqual({
      words: ['glaze', 'token bucket'],
      without: ['draft'],
      kinds: ['image'],
      models: ['gpt'],
      states: ['troubled'],
      withMedia: true,
      pinned: true,
      from: 'user',
      before: null,
      after: null,
    })
    expect(readQuery('after:2026-02-03 before:2027').after).toBe(new Date(2026, 1, 3).getTime())
  })

  test('a search reads invalid operators as words', () => {
    for (const text of [
      'kind:song',
      'state:sleepy',
      'has:wings',
      'is:round',
      'from:nobody',
      'before:2026-13',
      'after:soon',
    ])
      expect(readQuery(text), text).toEqual({ ...nothing, words: [text] })
  })

  test('a search without conditions is empty; one operator is a search', () => {
    for (const text of ['', '   ', '""', '"" -"" ', '\0', '\n\t']) expect(isEmpty(readQuery(text)), text).toBe(true)
    for (const text of ['kind:chat', 'state:done', 'has:media', 'is:pinned', 'model:x', 'after:2026', '-x'])
      expect(isEmpty(readQuery(text)), text).toBe(false)
  })

  test('a search may leave its last quote open', () => {
    expect(readQuery('tea "token bucket').words).toEqual(['tea', 'token bucket'])
    expect(readQuery('"').words).toEqual([])
    expect(readQuery('model:"demo chat').models).toEqual(['demo chat'])
  })

  test('a search of ten thousand characters is truncated, without repeated words', () => {
    expect(readQuery('x'.repeat(10_000)).words).toEqual(['x'.repeat(searchLengthMax)])
    expect(readQuery('a '.repeat(5_000)).words).toEqual(['a'])
  })

  test('a search has no half characters and no NUL, as no indexed text has', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(readQuery(family).words).toEqual([family])
    expect(readQuery('a\0b').words).toEqual(['ab'])
    expect(readQuery('x\ud83d').words).toEqual(['x\ufffd'])
    expect(readQuery('😀'.repeat(searchLengthMax)).words.every((word) => word.isWellFormed())).toBe(true)
    expect(searchable('مرحبا\u200f بالعالم')).toBe('مرحبا\u200f بالعالم')
  })
})

test('at most 50,000 items are selected', () => {
  const keys = (length: number) => Array.from({ length }, (_, index) => ({ kind: 'chat', id: `c${index}` }))
  const input = historyCalls['history.setPinned'].input
  expect(input.safeParse({ keys: keys(50_000), pinned: true }).success).toBe(true)
  expect(input.safeParse({ keys: keys(50_001), pinned: true }).success).toBe(false)
})
