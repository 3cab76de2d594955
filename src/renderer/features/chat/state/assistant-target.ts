import type { Assistant } from '../../../../shared/assistants.ts'

interface AssistantTarget {
  /** Target of the assistant; null if the chat keeps its own. */
  readonly target: { readonly connectionId: string; readonly model: string } | null
  /** The part of the assistant's target that is not available. */
  readonly missing: 'connection' | 'model' | null
}

/** Returns the model of a chat with an assistant. `now` is the connection that the chat would use without it. */
export function assistantTarget(
  { connectionId, model }: Pick<Assistant, 'connectionId' | 'model'>,
  connections: readonly string[],
  now: string | null,
  modelsOf: (connectionId: string) => readonly string[] | undefined,
): AssistantTarget {
  if (connectionId !== null && !connections.includes(connectionId)) return { target: null, missing: 'connection' }
  const connection = connectionId ?? now
  if (connection === null || model === '') return { target: null, missing: null }
  // a list that has not been read yet is no evidence
  const models = modelsOf(connection) ?? []
  if (models.length > 0 && !models.includes(model)) return { target: null, missing: 'model' }
  return { target: { connectionId: connection, model }, missing: null }
}
