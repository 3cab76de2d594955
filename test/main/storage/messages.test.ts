import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { Messages, type StoredMessage } from '../../../src/main/storage/messages.ts'
import { appError } from '../../../src/shared/errors.ts'
import type { MediaItem } from '../../../src/shared/media.ts'
import { queryPlans } from '../../fakes/query-plans.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let database: Database
let messages: Messages
let dispose: () => void
beforeEach(() => {
  ;({ database, dispose } = temporaryDatabase())
  messages = new Messages(database)
  new Conversations(database).insertConversation(conversation('c'))
})
afterEach(() => dispose())

const picture = (digit: string): MediaItem => ({
  id: digit.repeat(64),
  mime: 'image/png',
  bytes: 3,
  width: 1,
  height: null,
})
const idsOf = (list: readonly StoredMessage[]): readonly string[] => list.map(({ id }) => id)

describe('a stored message', () => {
  test('a message is read completely, with its pictures in order', () => {
    const items = new MediaItems(database)
    for (const digit of ['b', 'a']) items.addMediaItem(picture(digit), 1)
    const whole = storedMessage('m', {
      role: 'assistant',
      text: '朱砂 "quoted"\u0000\n',
      state: 'interrupted',
      error: appError('stalled', 'x', { requestId: 'r' }),
      usage: { promptTokens: 1, completionTokens: 2 },
      timing: { firstTextMs: null, totalMs: 3 },
      finishReason: 'length',
      attachments: [picture('b'), picture('a')],
    })
    messages.insertMessage(whole)
    expect(messages.findMessage('m')).toEqual({ ...whole, versions: ['m'] })
    expect(messages.context('m', 1)).toEqual([
      { id: 'm', role: 'assistant', text: whole.text, attachments: [picture('b'), picture('a')] },
    ])
    expect(messages.findMessage('nobody')).toBeNull()
  })

  test('a message stays readable if one of its details is not', () => {
    messages.insertMessage(storedMessage('m'))
    database
      .prepare('UPDATE messages SET error = ?, usage = ?, timing = ?')
      .run('{"code":"of_a_newer_version","detail":"x"}', '{', '[]')
    expect(messages.findMessage('m')).toMatchObject({ text: 'text of m', error: null, usage: null, timing: null })
  })

  test('a message cannot follow a missing one, or contain a missing picture', () => {
    expect(() => messages.insertMessage(storedMessage('m', { parentId: 'nobody' }))).toThrow('FOREIGN KEY')
    expect(() =>
      database.transaction(() => messages.insertMessage(storedMessage('m', { attachments: [picture('f')] }))),
    ).toThrow('FOREIGN KEY')
    expect(messages.findMessage('m')).toBeNull()
  })

  test('an ended message can be continued, and keeps its text', () => {
    messages.insertMessage(storedMessage('m', { role: 'assistant', state: 'streaming', text: '' }))
    expect(messages.streaming()).toEqual(['m'])
    const end = {
      text: 'half',
      state: 'interrupted',
      error: appError('stalled'),
      usage: null,
      timing: null,
      finishReason: 'stop',
    } as const
    messages.endMessage('m', end)
    expect([messages.findMessage('m'), messages.streaming()]).toMatchObject([end, []])
    messages.resume('m')
    expect(messages.findMessage('m')).toMatchObject({
      text: 'half',
      state: 'streaming',
      error: null,
      finishReason: null,
    })
  })
})

/** A conversation as a list of (parent, time in 10 s); the naive model walks an array. */
const trees = fc.array(fc.record({ parent: fc.nat(), time: fc.nat({ max: 5 }) }), { minLength: 1, maxLength: 40 })

test('any tree reads like the naive model: branches, versions, contexts and newest leaves', () => {
  fc.assert(
    fc.property(trees, fc.integer({ min: 1, max: 50 }), (shape, limit) => {
      const run = temporaryDatabase()
      try {
        new Conversations(run.database).insertConversation(conversation('c'))
        const tree = new Messages(run.database)
        const model: { readonly id: string; readonly parent: string | null; readonly time: number }[] = []
        for (const [index, { parent, time }] of shape.entries()) {
          // one in a few begins a new branch at the root
          const above = index === 0 || parent % 7 === 0 ? null : (model[parent % index]?.id ?? null)
          // ids do not ascend, so that only the times can keep the order of insertion
          const id = `m${(index * 17) % 41}`
          model.push({ id, parent: above, time })
          tree.insertMessage(storedMessage(id, { parentId: above, createdAt: time * 10_000 }))
        }
        const children = (id: string | null) =>
          model.filter(({ parent }) => parent === id).sort((a, b) => a.time - b.time)
        for (const { id, parent } of model) {
          const branch: string[] = []
          for (let at: string | null = id; at !== null; at = model.find((one) => one.id === at)?.parent ?? null)
            branch.unshift(at)
          let leaf = id
          for (let next = children(leaf).at(-1); next; next = children(leaf).at(-1)) leaf = next.id
          expect(tree.branch(id, limit)).toEqual(branch.slice(-limit).map((one) => tree.findMessage(one)))
          expect(tree.context(id, limit).map(({ text }) => text)).toEqual(
            branch.slice(-limit).map((one) => `text of ${one}`),
          )
          expect(tree.newestLeaf(id)).toBe(leaf)
          expect(tree.newestChild(id)).toBe(children(id).at(-1)?.id ?? null)
          expect(tree.findMessage(id)?.versions).toEqual(children(parent).map((one) => one.id))
        }
      } finally {
        run.dispose()
      }
    }),
    { numRuns: 40 },
  )
})

test('a branch of ten thousand messages is read from its end at once', () => {
  database.transaction(() => {
    for (let index = 0; index < 10_000; index += 1)
      messages.insertMessage(
        storedMessage(`m${index}`, { parentId: index === 0 ? null : `m${index - 1}`, createdAt: index }),
      )
  })
  expect(idsOf(messages.branch('m9999', 3))).toEqual(['m9997', 'm9998', 'm9999'])
  expect([messages.context('m9999', 100_000).length, messages.newestLeaf('m0')]).toEqual([10_000, 'm9999'])
})

test('a page is read with as many statements as one message, however long it is', () => {
  const items = new MediaItems(database)
  for (const digit of ['b', 'a']) items.addMediaItem(picture(digit), 1)
  for (let at = 0; at < 50; at += 1) {
    const attachments = at % 9 === 0 ? [picture('b'), picture('a')] : []
    messages.insertMessage(storedMessage(`m${at}`, { parentId: at === 0 ? null : `m${at - 1}`, attachments }))
  }
  messages.insertMessage(storedMessage('other', { parentId: 'm20' }))
  const statementsFor = (limit: number): number => queryPlans(database, () => messages.branch('m49', limit)).length
  expect(statementsFor(49)).toBe(statementsFor(1))
  expect(messages.branch('m49', 50)).toEqual(Array.from({ length: 50 }, (_, at) => messages.findMessage(`m${at}`)))
  const plans = queryPlans(database, () => messages.branch('m49', 49)).join('\n')
  expect(plans).not.toMatch(/SCAN (messages|message_attachments|media)/)
})
