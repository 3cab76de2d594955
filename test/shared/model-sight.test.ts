import { expect, it } from 'vitest'
import { isKnownBlind } from '../../src/shared/model-sight.ts'

it.each([
  ...['gpt-3.5-turbo', 'gpt-4', 'o3-mini', 'claude-2.1', 'deepseek-chat', 'deepseek/deepseek-r1', 'qwen-turbo'],
  ...['Qwen/Qwen3-32B', 'glm-4.6', 'moonshot-v1-32k', 'llama-3.3-70b', 'mistral-7b-instruct', 'demo-chat'],
])('knows that %s accepts no pictures', (id) => {
  expect(isKnownBlind(id, [])).toBe(true)
})

it.each([
  ...['gpt-4o', 'gpt-4-turbo', 'gpt-4-vision-preview', 'gpt-5', 'claude-sonnet-4-5', 'gemini-2.5-pro', 'qwen-vl-max'],
  ...['qwen2.5-vl-72b', 'qwen3-omni-flash', 'glm-4v', 'glm-4.5v', 'llama-3.2-90b-vision', 'pixtral-12b', 'o1', 'o3'],
  ...['deepseek-vl2', 'moonshot-v1-8k-vision-preview', 'demo-chat-vision', 'my-own-model', ''],
])('lets %s accept pictures', (id) => {
  expect(isKnownBlind(id, [])).toBe(false)
})

it('learns from a catalogue that lists the same name with vision', () => {
  expect(isKnownBlind('house-writer', ['house-writer', 'house-writer-vision'])).toBe(true)
  expect(isKnownBlind('house-writer-vision', ['house-writer', 'house-writer-vision'])).toBe(false)
  expect(isKnownBlind('house-writer', ['house-writer', 'other-vision'])).toBe(false)
})
