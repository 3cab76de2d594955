import type { Parameters } from './chat.ts'

// Values that the page needs at run time. They are separate from the schemas, so that the page does not load the schema
// library.

/** Longest text of a message, in UTF-16 units; longer text belongs in a file. */
export const messageLengthMax = 2_000_000

/** Maximum number of hits of a search in a conversation, and maximum length of its text. */
export const findHitsMax = 1_000
export const findLengthMax = 500

/** Longest conversation that is copied to the clipboard, in UTF-16 units. */
export const copyLengthMax = 20_000_000

/** Maximum number of pictures in a message. */
export const picturesMax = 16

/** Parameters of a new conversation: the gateway's defaults, with the whole conversation sent as context. */
export const defaultParameters: Parameters = {
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  contextMessages: null,
}
