import { createContext } from 'react'

/** True if pictures that a model links to may be fetched into the library; not in a temporary chat. */
export const MayStorePictures = createContext(true)
