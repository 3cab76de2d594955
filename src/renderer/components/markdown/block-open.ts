import { createContext } from 'react'

/**
 * True if the surrounding block is still growing: its tables have no controls, and the last line of its code may be
 * incomplete.
 */
export const BlockOpen = createContext(false)
