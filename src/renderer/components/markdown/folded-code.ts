import { createContext } from 'react'

/** True if long code may be folded; not during a text search, because the folded part could contain hits. */
export const MayFold = createContext(true)
