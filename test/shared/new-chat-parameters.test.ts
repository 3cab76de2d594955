import { describe, expect, test } from 'vitest'
import { type Parameters, parametersSchema } from '../../src/shared/chat.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import {
  newChatParameters,
  withAssistant,
  withChoicesOf,
  withNewChatValue,
  withPreset,
} from '../../src/shared/new-chat-parameters.ts'

describe('the parameters of new chats', () => {
  test('the parameters are the gateway’s if nothing is set', () => {
    expect(newChatParameters({ newChat: {} })).toEqual(defaultParameters)
  })

  test('the parameters are the stored ones, each separately', () => {
    let newChat: Record<string, string> = {}
    newChat = withNewChatValue(newChat, 'system', 'Answer in British English.')
    newChat = withNewChatValue(newChat, 'temperature', 0.2)
    newChat = withNewChatValue(newChat, 'contextMessages', 20)
    newChat = withNewChatValue(newChat, 'effort', 'low')
    expect(newChatParameters({ newChat })).toEqual({
      ...defaultParameters,
      system: 'Answer in British English.',
      temperature: 0.2,
      contextMessages: 20,
      effort: 'low',
    })
    for (const name of ['system', 'temperature', 'contextMessages', 'effort'] as const)
      newChat = withNewChatValue(newChat, name, name === 'system' ? '' : null)
    expect(newChat).toEqual({})
  })

  test.each([
    { temperature: '2.1' },
    { temperature: '-1' },
    { topP: 'high' },
    { maxTokens: '0' },
    { maxTokens: '1.5' },
    { contextMessages: '1e9' },
    { effort: 'extreme' },
    { temperature: ' ' },
    { temperature: 'Infinity' },
  ])('unreadable parameters are left to the gateway: %j', (newChat) => {
    const parameters = newChatParameters({ newChat })
    expect(parametersSchema.parse(parameters)).toEqual(defaultParameters)
  })

  test('the parameters override the assistant’s, and fill missing ones', () => {
    const base: Parameters = {
      ...defaultParameters,
      system: 'Be brief.',
      temperature: 0.5,
      maxTokens: 100,
      effort: 'low',
    }
    expect(withAssistant(base, { ...defaultParameters, system: 'Be a pirate.', temperature: 1 })).toEqual({
      ...base,
      system: 'Be a pirate.',
      temperature: 1,
    })
    expect(withAssistant(base, { ...defaultParameters, effort: 'high' })).toEqual({ ...base, effort: 'high' })
  })

  test('an assistant comes before a project, and a project before the settings', () => {
    const settings: Parameters = { ...defaultParameters, system: 'Be brief.', temperature: 0.5, maxTokens: 100 }
    const tools = { enabled: ['builtin:calculator'], roundsMax: 10 }
    const knowledge = { collections: ['c1'] }
    const project = withPreset(settings, {
      ...defaultParameters,
      system: 'About tides.',
      temperature: 1,
      tools,
      knowledge,
    })
    expect(project).toEqual({ ...settings, system: 'About tides.', temperature: 1, tools, knowledge })
    const assistant = { ...defaultParameters, temperature: 0, knowledge: { collections: ['c2'] } }
    expect(withAssistant(project, assistant)).toEqual({
      ...project,
      temperature: 0,
      knowledge: { collections: ['c2'] },
    })
  })

  test('only tools and collections of an earlier chat are inherited', () => {
    const knowledge = { collections: ['c1'], passages: 8 }
    const earlier = { ...defaultParameters, system: 'Old', whole: true, knowledge }
    expect(withChoicesOf(defaultParameters, earlier)).toEqual({ ...defaultParameters, knowledge })
    expect(withChoicesOf(defaultParameters, undefined)).toEqual(defaultParameters)
  })
})
