import { createContext } from 'react'

/** The passages that a conversation may cite. */
export interface Citations {
  /** Returns the name of a passage by its number; null if nothing was sent with that number. */
  readonly nameOf: (number: number) => string | null
  readonly open: (number: number) => void
}

/** The citations of a message. Without them, marks such as `[1]` are text. */
export const CitationContext = createContext<Citations | null>(null)

/** Plays a recording from a time, in ms. Without it, times such as `[12:34]` are text. */
export const PlayContext = createContext<((ms: number) => void) | null>(null)
