import { expect, it } from 'vitest'
import { ContextSizes } from '../../../../src/main/services/chat/context-size.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'

it('counts the results that calls have added since the last count', async () => {
  let result = ''
  const answer = { id: 'a', role: 'assistant', text: 'Let me look.', attachments: [] } as const
  const parts = {
    conversations: { findConversation: () => ({ leafId: 'a', parameters: defaultParameters }) },
    memories: { sentWith: () => [] },
    messages: { context: () => [answer], findMessage: () => ({ parentId: null }) },
    rounds: {
      among: () => new Set(['a']),
      withFiles: () => new Set(),
      withPassages: () => new Set(),
      offer: () => ({ tools: [] }),
      roundsOf: () => [{ calls: [{ name: 'look', arguments: '{}', editedArguments: null, result }] }],
    },
  }
  // only what is measured is stood in for
  const sizes: ContextSizes = Reflect.construct(ContextSizes, [parts])
  const measured = async () => (await sizes.measure({ conversationId: 'c', within: null })).tokens
  const before = await measured()
  result = 'The harbour is lit by a lantern. '.repeat(100)
  expect(await measured()).toBeGreaterThan(before + 500)
})
