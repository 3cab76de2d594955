import { createContext } from 'react'

/** Whether the block around is still growing: its tables have no controls, and the last line of its code may go on. */
export const BlockOpen = createContext(false)
