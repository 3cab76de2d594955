import { createContext } from 'react'

/** Whether long code may be folded; not while words are looked for, which could be in the folded part. */
export const MayFold = createContext(true)
