import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'

/** One message in the gateway's form. */
export type ChatTurn = ChatCompletionMessageParam
