import { expect, test } from 'vitest'
import { Turns } from '../../../src/main/media/turns.ts'

test('what is done with one thing takes turns, also after a failure; other things do not wait', async () => {
  const turns = new Turns()
  const done: string[] = []
  let open = (): void => {}
  const first = turns.take('a', async () => {
    await new Promise<void>((resolve) => {
      open = resolve
    })
    done.push('first')
    throw new Error('the first one fails')
  })
  const second = turns.take('a', async () => {
    done.push('second')
    return 2
  })
  await turns.take('b', async () => void done.push('another'))
  expect(done).toEqual(['another'])
  open()
  await expect(first).rejects.toThrow('the first one fails')
  expect(await second).toBe(2)
  expect(done).toEqual(['another', 'first', 'second'])
})
