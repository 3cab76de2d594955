import { createContext } from 'react'

/** Whether pictures that a model links to may be fetched into the library; not in a chat that is in no file. */
export const MayStorePictures = createContext(true)
