import { createContext } from 'react'

/** Whether long code may be folded; not during a text search, because the folded part could contain hits. */
export const MayFold = createContext(true)
