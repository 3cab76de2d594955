import { expect, test } from 'vitest'
import { historyTool } from '../../../../src/main/services/history/history-tool.ts'

const context = {
  callId: 'c',
  messageId: 'm',
  conversationId: 'v',
  connectionId: 'environment',
  signal: new AbortController().signal,
  progress: () => {},
}
const nothing = { items: [], next: null, total: null, indexed: 1 }

test('the tool searches by meaning only if the user does', async () => {
  const asked: string[] = []
  let usesMeaning = false
  const tool = historyTool(
    {
      search: async ({ text }) => {
        asked.push(`words: ${text}`)
        return nothing
      },
      searchByMeaning: async ({ text }) => {
        asked.push(`meaning: ${text}`)
        return { found: nothing, failure: null }
      },
    },
    () => usesMeaning,
  )
  const run = () => tool.run({ query: 'tide' }, context)
  expect(await run()).toMatchObject({ text: 'Nothing was found.', isUntrusted: false })
  usesMeaning = true
  await run()
  expect(asked).toEqual(['words: tide', 'meaning: tide'])
})
