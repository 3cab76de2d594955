import { expect, test } from 'vitest'
import { newestFirst } from '../../../src/renderer/components/newest-first.ts'

test('what came last runs first, little at a time, and what was given up never', async () => {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const add = newestFirst(2)
  const work = (name: string): AbortController => {
    const gone = new AbortController()
    add({
      signal: gone.signal,
      run: () =>
        new Promise<void>((resolve) => {
          began.push(name)
          ends.set(name, resolve)
        }),
    })
    return gone
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  work('a')
  work('b')
  work('c')
  const given = work('d')
  work('e')
  expect(began).toEqual(['a', 'b'])
  await end('b')
  expect(began).toEqual(['a', 'b', 'e'])
  given.abort()
  await end('e')
  expect(began).toEqual(['a', 'b', 'e', 'c'])
  await end('a')
  await end('c')
  expect(began).toHaveLength(4)
})
