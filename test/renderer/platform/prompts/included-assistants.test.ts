import { describe, expect, test } from 'vitest'
import { includedAssistants, shownAssistants } from '../../../../src/renderer/platform/prompts/included-assistants.ts'
import { assistantSchema } from '../../../../src/shared/assistants.ts'
import { readPrompt } from '../../../../src/shared/prompt-text.ts'

describe('the included assistants', () => {
  test('the five included assistants are the same in both languages, within limits, without dates', () => {
    const { en, 'zh-CN': zhCN } = includedAssistants
    expect(en.map(({ id }) => id)).toEqual(zhCN.map(({ id }) => id))
    expect(new Set(en.map(({ id }) => id)).size).toBe(5)
    for (const assistant of [...en, ...zhCN]) {
      expect(assistantSchema.parse(assistant)).toEqual(assistant)
      const { pieces, variables } = readPrompt(assistant.parameters.system)
      expect(pieces.filter(({ kind }) => kind === 'broken')).toEqual([])
      expect(variables.filter(({ kind }) => kind === 'date')).toEqual([])
    }
  })

  test('an included assistant is replaced by a changed one of the same id', () => {
    const [first] = includedAssistants.en
    if (first === undefined) throw new Error('no assistants')
    const shown = shownAssistants({ assistants: [{ ...first, name: 'Mine' }], removed: ['included-tutor'] }, 'en')
    expect(shown).toHaveLength(4)
    expect(shown[0]).toMatchObject({ name: 'Mine', isIncluded: false })
  })
})
