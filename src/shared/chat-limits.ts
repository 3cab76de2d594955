import type { Parameters } from './chat.ts'

// Values that the page needs at run time: apart from the schemas, which would bring their library into the page.

/** The longest text that one message may have: more is a file, not a message. */
export const messageLengthMax = 2_000_000

/** The most pictures of one message. */
export const picturesMax = 16

/** What a new conversation starts with: everything is left to the gateway, and all of the conversation is sent along. */
export const defaultParameters: Parameters = {
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  contextMessages: null,
}
