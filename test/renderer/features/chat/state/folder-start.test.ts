import { describe, expect, test } from 'vitest'
import {
  folderParameters,
  folderStart,
  saysAnything,
} from '../../../../../src/renderer/features/chat/state/folder-start.ts'
import { defaultParameters } from '../../../../../src/shared/chat-limits.ts'
import type { Folder } from '../../../../../src/shared/folders.ts'

const folder = (id: string, more: Partial<Folder> = {}): Folder => ({
  ...{ id, name: id, parentId: null, system: '', collapsed: false },
  ...more,
})
const file = (name: string) => ({
  ...{ mediaId: 'a'.repeat(64), textId: 'b'.repeat(64), name },
  ...{ pages: null, length: 1, tokens: 1, cutFrom: null },
})
const numbers = { temperature: null, topP: null, maxTokens: null, contextMessages: null }
const tools = { enabled: ['builtin:calculator'], roundsMax: 10 }

describe('what new chats in a folder begin with', () => {
  const around = folder('around', {
    ...{ system: 'Be brief.', connectionId: 'k', model: 'm', files: [file('around.md')] },
    parameters: { ...numbers, temperature: 1, maxTokens: 100, tools },
  })

  test('what a folder leaves open is as in its parent', () => {
    const inner = folder('inner', { parentId: 'around' })
    expect(folderStart(inner, [around, inner])).toEqual(folderStart(around, [around, inner]))
    expect(folderStart(around, [around])).toEqual({
      parameters: { ...defaultParameters, system: 'Be brief.', temperature: 1, maxTokens: 100, tools },
      ...{ connectionId: 'k', model: 'm', files: [file('around.md')] },
    })
  })

  test('what a folder says comes before its parent', () => {
    const own = folder('own', {
      ...{ parentId: 'around', system: 'Be long.', model: 'other', files: [file('own.md')] },
      parameters: { ...numbers, temperature: 0 },
    })
    expect(folderStart(own, [around, own])).toEqual({
      parameters: { ...defaultParameters, system: 'Be long.', temperature: 0, maxTokens: 100, tools },
      // the parent's connection may not have this model
      ...{ connectionId: null, model: 'other', files: [file('own.md')] },
    })
  })

  test('a folder with blank instructions and nothing else says nothing', () => {
    const alone = folder('alone', { system: ' ', parentId: 'gone' })
    expect(saysAnything(folderStart(alone, [alone]))).toBe(false)
    for (const more of [
      { system: 'Be brief.' },
      { model: 'm' },
      { files: [file('a.md')] },
      { parameters: { ...numbers, effort: 'low' as const } },
    ])
      expect(saysAnything(folderStart(folder('f', more), []))).toBe(true)
  })
})

test('only what is said of the parameters is stored', () => {
  expect(folderParameters({ ...defaultParameters, system: 'Be brief.' })).toBeUndefined()
  const edited = { ...defaultParameters, topP: 0.5, tools, whole: true, system: 'Be brief.' }
  expect(folderParameters(edited)).toEqual({ ...numbers, topP: 0.5, tools })
})
