import { expect, test } from 'vitest'
import { whenAnswered } from '../../../src/renderer/platform/when-answered.ts'

test('passes an answer on', async () => {
  const taken: string[] = []
  const answer = Promise.resolve('tide')
  whenAnswered(answer, (value) => taken.push(value))
  await answer
  expect(taken).toEqual(['tide'])
})

test('drops an answer that comes after the undo', async () => {
  const taken: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const forget = whenAnswered(promise, (value) => taken.push(value))
  forget()
  resolve('tide')
  await promise
  expect(taken).toEqual([])
})
