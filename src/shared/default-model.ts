import type { ChatTarget } from './chat.ts'
import type { Settings } from './settings-table.ts'

/** Returns the model that the user chose for new chats; null follows the last chat. */
export function defaultTarget({ defaultModelOf }: Pick<Settings, 'defaultModelOf'>): ChatTarget | null {
  const [first] = Object.entries(defaultModelOf)
  if (first === undefined) return null
  const [connectionId, model] = first
  return model === '' ? null : { connectionId, model }
}
