import { expect, test } from 'vitest'
import { type AttachedMessage, ChatTextWriter } from '../../../../src/main/services/chat/chat-text.ts'

function written(messages: readonly AttachedMessage[], max: number) {
  const writer = new ChatTextWriter(max)
  for (const message of messages.toReversed()) writer.add(message)
  return writer.finish('Tides "and" lamps')
}

const turn = (name: string, length = 0): readonly AttachedMessage[] => [
  { role: 'user', text: `${name}?` },
  { role: 'assistant', text: `<think>hm</think>\n${name}.${'x'.repeat(length)}` },
]

test('a short chat is written whole, oldest first, without thinking', () => {
  const { taken, text, total } = written([...turn('One'), ...turn('Two')], 1_000)
  expect([taken, total]).toEqual([4, 4])
  expect(text).toBe(
    [
      'Chat "Tides \\"and\\" lamps"\n',
      ...['## User\n\nOne?\n', '## Assistant\n\nOne.\n', '## User\n\nTwo?\n', '## Assistant\n\nTwo.\n'],
    ].join('\n'),
  )
})

test('the newest turns of a long chat are written whole, with the number of messages', () => {
  const { taken, text, total } = written([...turn('One'), ...turn('Two', 300), ...turn('Three', 300)], 500)
  expect([taken, total]).toEqual([2, 6])
  expect(text).toMatch(/^Chat ".*": its newest 2 of 6 messages\n/)
  expect(text).toContain('Three?')
  expect(text).not.toContain('Two')
  // an older turn that would fit is not taken behind a gap
  expect(text).not.toContain('One')
})

test('the newest turn is included at any length; an answer without a question too', () => {
  expect(written([...turn('One'), ...turn('Two', 5_000)], 500).taken).toBe(2)
  expect(written([{ role: 'assistant', text: 'Hello.' }, ...turn('One')], 500).taken).toBe(3)
  expect(written([], 500)).toMatchObject({ taken: 0, total: 0 })
})
