import { describe, expect, test } from 'vitest'
import { includedPrompts, shownPrompts } from '../../../../src/renderer/platform/prompts/included-prompts.ts'
import { readPrompt } from '../../../../src/shared/prompt-text.ts'
import { promptSchema } from '../../../../src/shared/prompts.ts'

describe('the included prompts', () => {
  test('the ten included prompts are the same in both languages, within limits, with valid variables', () => {
    const { en, 'zh-CN': zhCN } = includedPrompts
    expect(en.map(({ id }) => id)).toEqual(zhCN.map(({ id }) => id))
    expect(new Set(en.map(({ id }) => id)).size).toBe(10)
    for (const prompt of [...en, ...zhCN]) {
      expect(promptSchema.parse(prompt)).toEqual(prompt)
      const { pieces, variables } = readPrompt(prompt.text)
      expect(pieces.filter(({ kind }) => kind === 'broken')).toEqual([])
      expect(variables.length).toBeGreaterThan(0)
    }
  })

  test('included prompts come after the user’s own, unless they were changed or removed', () => {
    const own = [
      { id: crypto.randomUUID(), title: 'b', text: 'x' },
      { id: 'included-plan', title: 'a', text: 'mine' },
    ]
    const shown = shownPrompts({ prompts: own, removed: ['included-translate'] }, 'en')
    expect(shown.slice(0, 2).map(({ isIncluded, title }) => [title, isIncluded])).toEqual([
      ['a', false],
      ['b', false],
    ])
    expect(shown).toHaveLength(10)
    expect(shown.slice(2).every(({ isIncluded }) => isIncluded)).toBe(true)
    expect(shown.map(({ id }) => id)).not.toContain('included-translate')
  })
})
