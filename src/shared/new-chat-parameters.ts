import { assistantParameters } from './assistant-parameters.ts'
import type { Parameters } from './chat.ts'
import { defaultParameters } from './chat-limits.ts'
import { efforts } from './effort.ts'
import type { Settings } from './settings-table.ts'

/** Longest instructions for all new chats, in UTF-16 units. */
export const newChatSystemMax = 20_000

/** The numbers that new chats can begin with, and their bounds. */
export const newChatNumbers = {
  temperature: { min: 0, max: 2, decimals: 2, step: 0.1 },
  topP: { min: 0, max: 1, decimals: 2, step: 0.05 },
  maxTokens: { min: 1, max: 2_000_000, decimals: 0, step: 1 },
  contextMessages: { min: 1, max: 10_000, decimals: 0, step: 1 },
} as const
type NumberName = keyof typeof newChatNumbers
type NewChatSettings = Pick<Settings, 'newChat'>

/** Returns the parameters of new chats as the settings say. A value that cannot be read is left to the gateway. */
export function newChatParameters({ newChat }: NewChatSettings): Parameters {
  const effort = efforts.find((name) => name === newChat.effort)
  return {
    ...defaultParameters,
    system: newChat.system ?? '',
    temperature: numberOf(newChat, 'temperature'),
    topP: numberOf(newChat, 'topP'),
    maxTokens: numberOf(newChat, 'maxTokens'),
    contextMessages: numberOf(newChat, 'contextMessages'),
    ...(effort === undefined ? {} : { effort }),
  }
}

function numberOf(stored: NewChatSettings['newChat'], name: NumberName): number | null {
  const text = stored[name]?.trim() ?? ''
  const value = text === '' ? Number.NaN : Number(text)
  const { decimals, max, min } = newChatNumbers[name]
  return value >= min && value <= max && (decimals > 0 || Number.isInteger(value)) ? value : null
}

/** Returns the setting with one value changed; null or an empty text leaves it to the gateway again. */
export function withNewChatValue(
  stored: NewChatSettings['newChat'],
  name: NumberName | 'system' | 'effort',
  value: string | number | null,
): Record<string, string> {
  const { [name]: _, ...others } = stored
  return value === null || value === '' ? others : { ...others, [name]: String(value) }
}

/** Returns the parameters of an assistant in a chat. What the assistant leaves open is as in `base`. */
export function withAssistant(base: Parameters, assistant: Parameters): Parameters {
  return withPreset(base, assistantParameters(assistant))
}

/** Returns the parameters of a preset. What it leaves open is as in `base`. */
export function withPreset(base: Parameters, own: Parameters): Parameters {
  const effort = own.effort ?? base.effort
  return {
    ...base,
    ...own,
    system: own.system.trim() === '' ? base.system : own.system,
    temperature: own.temperature ?? base.temperature,
    topP: own.topP ?? base.topP,
    maxTokens: own.maxTokens ?? base.maxTokens,
    contextMessages: own.contextMessages ?? base.contextMessages,
    ...(effort === undefined ? {} : { effort }),
  }
}

/** Returns `parameters` with the tools and knowledge of an earlier chat. */
export function withChoicesOf(parameters: Parameters, earlier: Parameters | undefined): Parameters {
  return {
    ...parameters,
    ...(earlier?.tools === undefined ? {} : { tools: earlier.tools }),
    ...(earlier?.knowledge === undefined ? {} : { knowledge: earlier.knowledge }),
  }
}
