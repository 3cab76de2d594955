import { expect, test } from 'vitest'
import { KeyedMutex } from '../../../src/main/threads/keyed-mutex.ts'

test('work on one key runs one after another, even after a failure; other keys do not wait', async () => {
  const turns = new KeyedMutex()
  const done: string[] = []
  let open = (): void => {}
  const first = turns.run('a', async () => {
    await new Promise<void>((resolve) => {
      open = resolve
    })
    done.push('first')
    throw new Error('the first one fails')
  })
  const second = turns.run('a', async () => {
    done.push('second')
    return 2
  })
  await turns.run('b', async () => void done.push('another'))
  expect(done).toEqual(['another'])
  open()
  await expect(first).rejects.toThrow('the first one fails')
  expect(await second).toBe(2)
  expect(done).toEqual(['another', 'first', 'second'])
})
