import { create } from 'zustand'

/** Whether the list of questions is open. */
export const useOutline = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export function showOutline(opened: boolean): void {
  useOutline.setState({ opened })
}

/** The questions that have all words of a search, in any case. */
export function matchingQuestions<Q extends { readonly text: string }>(
  questions: readonly Q[],
  search: string,
): readonly (Q & { readonly number: number })[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return questions
    .map((question, index) => ({ ...question, number: index + 1 }))
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
}
