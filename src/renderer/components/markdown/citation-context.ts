import { createContext } from 'react'

/** The passages that a conversation may cite. */
export interface Citations {
  /** Name of a passage by its number; null for a number that nothing was sent under. */
  readonly nameOf: (number: number) => string | null
  readonly open: (number: number) => void
}

/** Without citations, marks such as `[1]` are text. */
export const CitationContext = createContext<Citations | null>(null)
