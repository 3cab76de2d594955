import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  branchEnd,
  foundAmong,
  messageAfter,
  messagesAfter,
  newestLeaf,
} from '../../../../src/main/services/chat/branch-steps.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

const count = 1_000
/** Most rows that one call may read before others have their turn. */
const stepMax = 200

let run: ReturnType<typeof temporaryDatabase>
let most: number

class CountedMessages extends Messages {
  override context(...given: Parameters<Messages['context']>): ReturnType<Messages['context']> {
    return counted(super.context(...given))
  }

  override branchIds(...given: Parameters<Messages['branchIds']>): ReturnType<Messages['branchIds']> {
    return counted(super.branchIds(...given))
  }
}

function counted<T extends { readonly length: number }>(rows: T): T {
  most = Math.max(most, rows.length)
  return rows
}

let messages: CountedMessages

beforeEach(() => {
  most = 0
  run = temporaryDatabase()
  new Conversations(run.database).insertConversation(conversation('c'))
  messages = new CountedMessages(run.database)
  run.database.transaction(() => {
    for (let index = 0; index < count; index += 1)
      messages.insertMessage(
        storedMessage(`m${index}`, { conversationId: 'c', parentId: index === 0 ? null : `m${index - 1}` }),
      )
    messages.insertMessage(storedMessage('other', { conversationId: 'c', parentId: 'm10' }))
  })
})

afterEach(() => run.dispose())

const last = `m${count - 1}`

test.each([
  ['all of it', count, undefined, 0, false],
  ['its last messages', 300, undefined, 700, false],
  ['what follows the chosen message', count, 'm600', 600, true],
  ['its last messages, long after the chosen one', 300, 'm5', 700, true],
  ['all of it where the chosen message is elsewhere', count, 'other', 0, false],
] as const)('the end of a branch is read in small steps: %s', async (_what, limit, fromId, first, isCut) => {
  const end = await branchEnd(messages, last, limit, fromId)
  expect(end.branch.map(({ id }) => id)).toEqual(
    Array.from({ length: count - first }, (_, index) => `m${first + index}`),
  )
  expect(end.isCut).toBe(isCut)
  expect(most).toBe(stepMax)
})

test('messages after a given one are found in small steps', async () => {
  expect(await messageAfter(messages, 'm10', last)).toBe('m11')
  // the last of a step
  expect(await messageAfter(messages, `m${count - stepMax - 1}`, last)).toBe(`m${count - stepMax}`)
  expect(await messageAfter(messages, last, last)).toBeNull()
  expect(await messageAfter(messages, 'other', last)).toBeUndefined()
  expect(await messageAfter(messages, 'm10', 'other')).toBe('other')
  expect(most).toBe(stepMax)
})

test('several messages after one are found in small steps', async () => {
  expect(await messagesAfter(messages, 'm10', last, 3)).toEqual(['m11', 'm12', 'm13'])
  // across the border of two steps
  const border = count - stepMax
  expect(await messagesAfter(messages, `m${border - 2}`, last, 3)).toEqual(
    [border - 1, border, border + 1].map((index) => `m${index}`),
  )
  expect(await messagesAfter(messages, `m${count - 2}`, last, 3)).toEqual([last])
  expect(await messagesAfter(messages, last, last, 3)).toEqual([])
  expect(await messagesAfter(messages, 'other', last, 3)).toBeNull()
  expect(most).toBe(stepMax)
})

test('the end of the newest branch is found in small steps', async () => {
  const limits = vi.spyOn(messages, 'newestLeaf')
  for (const from of ['m11', `m${count - stepMax - 1}`, last]) expect(await newestLeaf(messages, from)).toBe(last)
  // of the same age as m11, and stored later
  expect(await newestLeaf(messages, 'm0')).toBe('other')
  expect(new Set(limits.mock.calls.map(([, limit]) => limit))).toEqual(new Set([stepMax]))
})

test('a circle in a foreign tree ends', async () => {
  run.database.prepare("UPDATE messages SET parent_id = 'm9' WHERE id = 'm0'").run()
  expect(await messageAfter(messages, 'nowhere', last)).toBeUndefined()
})

test('a circle of messages has a newest message', async () => {
  messages.insertMessage(storedMessage('x', { conversationId: 'c' }))
  messages.insertMessage(storedMessage('y', { conversationId: 'c', parentId: 'x' }))
  run.database.prepare("UPDATE messages SET parent_id = 'y' WHERE id = 'x'").run()
  expect(['x', 'y']).toContain(await newestLeaf(messages, 'x'))
})

test('a long list is looked up in parts', async () => {
  const { branch } = await branchEnd(messages, last, count, undefined)
  const sizes: number[] = []
  const found = await foundAmong(branch, (part) => {
    sizes.push(part.length)
    return new Set(part.slice(0, 1).map(({ id }) => id))
  })
  expect(sizes).toEqual([200, 200, 200, 200, 200])
  expect([...found]).toEqual(['m0', 'm200', 'm400', 'm600', 'm800'])
})
