import { describe, expect, test } from 'vitest'
import { relatedTests } from '../../scripts/related-tests.ts'

const graph = new Map([
  ['src/errors.ts', []],
  ['src/client.ts', ['src/errors.ts']],
  ['src/chat.ts', ['src/client.ts']],
  ['test/errors.test.ts', ['src/errors.ts']],
  ['test/client.test.ts', ['src/client.ts']],
  ['test/chat.test.ts', ['src/chat.ts', 'src/errors.ts']],
  ['test/e2e/chat.spec.ts', ['src/chat.ts']],
  ['test/other.test.ts', ['src/other.ts']],
])
const second = (): number => 1_000

describe('the tests of a change', () => {
  test('the tests of a change import it, directly or through others', () => {
    expect(relatedTests(graph, ['src/client.ts'], 10_000, second)).toEqual({
      chosen: ['test/client.test.ts', 'test/chat.test.ts'],
      left: 0,
    })
  })

  test('the nearest tests that fit into the time run, and the rest is counted', () => {
    expect(relatedTests(graph, ['src/errors.ts'], 2_000, second)).toEqual({
      chosen: ['test/errors.test.ts', 'test/chat.test.ts'],
      left: 1,
    })
  })

  test('a long test is left out for shorter ones after it', () => {
    const durationOf = (path: string): number => (path === 'test/errors.test.ts' ? 60_000 : 1_000)
    expect(relatedTests(graph, ['src/errors.ts'], 10_000, durationOf)).toEqual({
      chosen: ['test/chat.test.ts', 'test/client.test.ts'],
      left: 1,
    })
  })

  test('a changed test itself runs, and a deleted one does not', () => {
    const changed = ['test/other.test.ts', 'test/gone.test.ts']
    expect(relatedTests(graph, changed, 10_000, second).chosen).toEqual(['test/other.test.ts'])
  })

  test('circular imports end', () => {
    const round = new Map([
      ['src/a.ts', ['src/b.ts']],
      ['src/b.ts', ['src/a.ts']],
      ['test/a.test.ts', ['src/a.ts']],
    ])
    expect(relatedTests(round, ['src/b.ts'], 10_000, second).chosen).toEqual(['test/a.test.ts'])
  })
})
