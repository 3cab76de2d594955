import { describe, expect, test } from 'vitest'
import { foundPrompts, newPrompts } from '../../../../../src/renderer/features/library/prompts/prompt-rows.ts'

const tea = { title: 'Tea', text: 'about 茶' }
const coffee = { title: 'Coffee', text: 'about beans' }

describe('rows of prompts', () => {
  test('prompts are found by every word of a query, in title or text', () => {
    expect(foundPrompts([tea, coffee], ' ')).toEqual([tea, coffee])
    expect(foundPrompts([tea, coffee], 'ABOUT 茶')).toEqual([tea])
    expect(foundPrompts([tea, coffee], 'tea beans')).toEqual([])
  })

  test('prompts are found without their accents, and in full width', () => {
    const cafe = { title: 'Café', text: 'über' }
    for (const query of ['cafe', 'CAFÉ uber', 'ｃａｆｅ']) expect(foundPrompts([tea, cafe], query)).toEqual([cafe])
  })

  test('each prompt of a file is offered once, unless it exists already', () => {
    expect(newPrompts([tea, coffee, { ...coffee, title: ' Coffee ' }], [tea])).toEqual([coffee])
    expect(newPrompts([{ ...tea, text: 'other' }], [tea])).toHaveLength(1)
  })
})
