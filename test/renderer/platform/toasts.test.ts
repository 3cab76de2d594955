import { beforeEach, expect, test } from 'vitest'
import { closeToast, raiseToasts, showToast, useToasts } from '../../../src/renderer/platform/toasts.ts'

const shown = () => useToasts.getState().toasts.map(({ text, count }) => `${text} ${count}`)

beforeEach(() => useToasts.setState({ toasts: [] }))

test('equal messages count up in one toast, which becomes the newest', () => {
  const first = showToast('Copied')
  showToast('Saved')
  expect(showToast('Copied')).toBe(first)
  expect(shown()).toEqual(['Saved 1', 'Copied 2'])
})

test('a message shown again after it was closed is a new one', () => {
  closeToast(showToast('Copied'))
  showToast('Copied')
  expect(shown()).toEqual(['Copied 1'])
})

test('messages with their own actions stay separate', () => {
  for (const _ of [1, 2]) showToast('Deleted', { label: 'Undo', run: () => undefined })
  expect(shown()).toEqual(['Deleted 1', 'Deleted 1'])
})

test('at most three messages are shown at once', () => {
  for (const text of ['a', 'b', 'c', 'd']) showToast(text)
  expect(shown()).toEqual(['b 1', 'c 1', 'd 1'])
})

test('messages stay above a button at the foot of the view until the undo', () => {
  const undo = raiseToasts()
  expect(useToasts.getState().isRaised).toBe(true)
  undo()
  expect(useToasts.getState().isRaised).toBe(false)
})
