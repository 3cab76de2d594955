import { folded, searchWords } from '../../../../shared/folded-text.ts'
import type { Prompt } from '../../../../shared/prompts.ts'

type PromptText = Pick<Prompt, 'text' | 'title'>

/** Returns the prompts with every word of a query in their title or text. */
export function foundPrompts<P extends PromptText>(prompts: readonly P[], query: string): readonly P[] {
  const words = searchWords(query)
  return prompts.filter(({ text, title }) => {
    const whole = folded(`${title}\n${text}`)
    return words.every((word) => whole.includes(word))
  })
}

/** Returns the prompts of a file that do not exist yet, each once. */
export function newPrompts<P extends PromptText>(read: readonly P[], present: readonly PromptText[]): readonly P[] {
  const keyOf = ({ text, title }: PromptText): string => JSON.stringify([title.trim(), text.trim()])
  const seen = new Set(present.map(keyOf))
  return read.filter((prompt) => {
    const key = keyOf(prompt)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
