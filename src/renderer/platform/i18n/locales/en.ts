import base from './en.json' with { type: 'json' }
import * as panels from './en-panels.ts'

/** Every word of the page in English. The other languages have the same keys. */
export const en = { ...base, ...panels }

export type Words = typeof en
