import { describe, expect, test } from 'vitest'
import { windowOf, withWindow } from '../../src/shared/model-window.ts'

describe('the window of a model', () => {
  test('the window is unknown if no source gives it, and never a small number', () => {
    expect(windowOf('demo-chat', {})).toBeNull()
    expect(windowOf('toString', {})).toBeNull()
  })

  test('the window is the user’s figure rather than the table’s, ignoring case', () => {
    expect(windowOf('Demo-Chat', {}, { 'demo-chat': 8000 })).toEqual({ tokens: 8000, from: 'known' })
    expect(windowOf('demo-chat', { 'Demo-Chat': 32_000 }, { 'demo-chat': 8000 })).toEqual({
      tokens: 32_000,
      from: 'person',
    })
  })

  test('the window is entered once per model, and can be removed', () => {
    const one = withWindow({ other: 5 }, 'demo-chat', 8000)
    expect(withWindow(one, 'Demo-Chat', 9000)).toEqual({ other: 5, 'Demo-Chat': 9000 })
    expect(withWindow(one, 'demo-chat', null)).toEqual({ other: 5 })
  })
})
