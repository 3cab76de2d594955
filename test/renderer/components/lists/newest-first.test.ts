import { expect, test } from 'vitest'
import { newestFirst } from '../../../../src/renderer/components/lists/newest-first.ts'

test('runs the tasks of the latest batch first, in order and a few at a time, and never abandoned ones', async () => {
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
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
  for (const name of ['a', 'b', 'c']) work(name)
  await turn()
  expect(began).toEqual(['a', 'b'])
  const given = work('d')
  for (const name of ['e', 'f']) work(name)
  given.abort()
  await end('b')
  await end('e')
  expect(began).toEqual(['a', 'b', 'e', 'f'])
  await end('f')
  expect(began).toEqual(['a', 'b', 'e', 'f', 'c'])
  await end('a')
  await end('c')
  expect(began).toHaveLength(5)
})
