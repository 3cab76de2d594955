import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  contentSchema,
  conversationSchema,
  type Node,
} from '../../../../src/main/services/transfer/import/chatgpt-schemas.ts'
import { foreignConversation } from '../../../../src/main/services/transfer/import/chatgpt-tree.ts'

type Mapping = Record<string, Node>

/**
 * Kinds of messages: some are imported, others skipped; a reply to a skipped one is attached to its nearest ancestor.
 */
const kinds = ['user', 'assistant', 'system', 'thinking', 'empty', 'none'] as const
const kind = fc.constantFrom(...kinds)

function node(key: string, parent: string | null, of: (typeof kinds)[number]): Mapping[string] {
  if (of === 'none') return { parent, message: null }
  return {
    parent,
    message: {
      author: { role: of === 'thinking' || of === 'empty' ? 'assistant' : of, name: null },
      content: contentSchema.parse({
        content_type: of === 'thinking' ? 'reasoning_recap' : 'text',
        parts: of === 'empty' ? [] : [`text of ${key}`],
      }),
      create_time: null,
      metadata: null,
      recipient: null,
    },
  }
}

/** Trees: each message replies to an earlier one, or to none; then shuffled. */
const trees = fc
  .array(fc.record({ of: kind, above: fc.nat() }), { maxLength: 40 })
  .chain((nodes) =>
    fc.record({
      nodes: fc.constant(nodes),
      order: fc.shuffledSubarray([...nodes.keys()], { minLength: nodes.length }),
    }),
  )
  .map(({ nodes, order }) => {
    const parents = nodes.map(({ above }, index) => (index === 0 || above % 5 === 0 ? null : above % index))
    const mapping: Mapping = {}
    for (const index of order) {
      const parent = parents[index] ?? null
      mapping[`n${index}`] = node(`n${index}`, parent === null ? null : `n${parent}`, nodes[index]?.of ?? 'none')
    }
    return mapping
  })

const isTaken = (one: Mapping[string] | undefined): boolean =>
  one?.message != null &&
  /^text of/.test(String(one.message.content.parts?.[0])) &&
  one.message.content.content_type === 'text' &&
  one.message.author?.role !== 'system'

function found(mapping: Mapping, current: string | null = null) {
  const facts = conversationSchema.parse({ current_node: current, conversation_id: 'c', title: 'C' })
  return foreignConversation({ ...facts, mapping: new Map(Object.entries(mapping)) }, new Map())
}

function read(mapping: Mapping, current: string | null = null) {
  const conversation = found(mapping, current)
  if ('reason' in conversation) throw new Error(conversation.reason)
  return conversation
}

describe('the tree of a conversation of ChatGPT', () => {
  test('every accepted message appears once, below the nearest accepted one above it', () => {
    fc.assert(
      fc.property(trees, (mapping) => {
        const { messages } = read(mapping)
        const taken = Object.keys(mapping).filter((key) => isTaken(mapping[key]))
        expect(messages.map(({ key }) => key).sort()).toEqual(taken.sort())
        const before = new Set<string>()
        for (const { key, parent } of messages) {
          let above = mapping[key]?.parent ?? null
          while (above !== null && !isTaken(mapping[above])) above = mapping[above]?.parent ?? null
          expect([key, parent]).toEqual([key, above])
          if (parent !== null) expect(before.has(parent)).toBe(true)
          before.add(key)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a conversation ends at the message that was shown, or the nearest one above it', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (mapping, at) => {
        const keys = Object.keys(mapping)
        let above: string | null = keys[at % Math.max(1, keys.length)] ?? null
        const { leaf } = read(mapping, above)
        while (above !== null && !isTaken(mapping[above])) above = mapping[above]?.parent ?? null
        expect(leaf).toBe(above)
      }),
    )
  })

  test('a conversation with a circle of any length is set aside', () => {
    fc.assert(
      fc.property(trees, fc.array(kind, { minLength: 1, maxLength: 20 }), (mapping, circle) => {
        for (const [index, of] of circle.entries())
          mapping[`o${index}`] = node(`o${index}`, `o${(index + 1) % circle.length}`, of)
        expect(found(mapping)).toEqual({ title: 'C', reason: 'damaged' })
      }),
    )
  })

  test('a conversation deeper than any call stack is read', () => {
    const mapping: Mapping = {}
    for (let index = 0; index < 50_000; index += 1)
      mapping[`n${index}`] = node(`n${index}`, index === 0 ? null : `n${index - 1}`, 'user')
    expect(read(mapping).messages).toHaveLength(50_000)
  })
})
