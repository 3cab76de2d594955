import { describe, expect, test } from 'vitest'
import { portableFrom } from '../../../../src/main/services/transfer/import/foreign.ts'
import { ImportBudget } from '../../../../src/main/services/transfer/import/import-bounds.ts'
import type { PictureSource, Portable } from '../../../../src/main/services/transfer/import/portable-items.ts'
import { Skips } from '../../../../src/main/services/transfer/import/skips.ts'

type Read = Portable<PictureSource>

/** A conversation with one message, in the readers' form. */
const [conversation, message] = [
  ...portableFrom(
    'chatgpt',
    {
      key: 'c',
      title: 't',
      createdAt: 1,
      activeAt: 1,
      model: 'm',
      system: '',
      pinned: false,
      messages: [{ key: 'a', parent: null, role: 'user', text: 'x', model: '', at: 1, pictures: [] }],
      leaf: null,
      skipped: new Skips(),
    },
    1,
  ),
]

function messageWith(change: { parentId?: string | null; model?: string; text?: string }): Read {
  if (message?.type !== 'message') throw new Error('the message comes second')
  return { ...message, message: { ...message.message, ...change } }
}

function refusalOf(items: Iterable<Read>): unknown {
  const budget = new ImportBudget(1024 ** 3)
  try {
    for (const item of items) budget.spend(item)
    return null
  } catch (cause) {
    return cause
  }
}

function* times(count: number, of: (index: number) => Read): Generator<Read> {
  if (conversation !== undefined) yield conversation
  for (let index = 0; index < count; index += 1) yield of(index)
}

const segment: Read = {
  type: 'segment',
  transcriptId: 't',
  segment: { id: 's', from: null, to: null, text: 'x', speaker: null, words: [], mended: false },
}

describe('the bounds of an import', () => {
  test.each([
    ['messages of one conversation', 100_000, (index: number) => messageWith({ parentId: `p${index % 50}` })],
    ['versions of one message', 10_000, () => messageWith({ parentId: 'p' })],
    // with the model of the conversation
    ['models', 9_999, (index: number) => messageWith({ parentId: `p${index}`, model: `m${index}` })],
  ] as const)('has a bound for %s', (_name, most, of) => {
    expect(refusalOf(times(most, of))).toBeNull()
    expect(refusalOf(times(most + 1, of))).toMatchObject({ error: { code: 'import_not_read' } })
  })

  test('the segments of one transcript are limited', () => {
    expect(refusalOf(times(100_000, () => segment))).toBeNull()
    expect(refusalOf(times(100_001, () => segment))).toMatchObject({ error: { code: 'import_not_read' } })
  })

  test('the length of a message is limited, also if parts of the file are shared', () => {
    expect(refusalOf([messageWith({ text: 'x'.repeat(20_000_001) })])).toMatchObject({
      error: { code: 'import_not_read' },
    })
    const budget = new ImportBudget(1_000)
    const spend = (): void => {
      for (let index = 0; index < 20; index += 1) budget.spend(messageWith({ text: 'x'.repeat(1024 * 1024) }))
    }
    expect(spend).toThrow()
  })

  test('limits count separately for each conversation', () => {
    const of = (): Read => messageWith({ parentId: 'p' })
    expect(refusalOf([...times(9_000, of), ...times(9_000, of)])).toBeNull()
  })
})
