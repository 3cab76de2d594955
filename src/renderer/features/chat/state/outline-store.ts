import { create } from 'zustand'
import { folded } from '../../../../shared/folded-text.ts'

/** True if the list of questions is open. */
export const useOutline = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export function showOutline(opened: boolean): void {
  useOutline.setState({ opened })
}

/** Returns the questions with all words of a search, ignoring case and width. */
export function matchingQuestions<Q extends { readonly text: string }>(
  questions: readonly Q[],
  search: string,
): readonly (Q & { readonly number: number })[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return questions
    .map((question, index) => ({ ...question, number: index + 1 }))
    .filter(({ text }) => {
      const own = folded(text)
      return words.every((word) => own.includes(word))
    })
}
