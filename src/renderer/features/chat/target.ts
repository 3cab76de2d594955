import type { Connection, ConnectionList } from '../../../shared/connection.ts'
import { modelKind } from '../../../shared/model-kind.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { useApp } from '../../platform/app-store.ts'
import { useModels } from '../../platform/models-store.ts'
import { type ChatUi, useChat } from './chat-store.ts'

export interface Target {
  /** Null when there is no connection at all. */
  readonly connection: Connection | null
  /** Empty when none is chosen and none is known. */
  readonly model: string
}

type Catalogues = ReturnType<typeof useModels.getState>['catalogues']

/** Model and connection of the next message. */
export function targetOf(state: ChatUi, list: ConnectionList, catalogues: Catalogues): Target {
  const byId = (id: string | null) => list.connections.find((connection) => connection.id === id) ?? null
  const standard = byId(list.defaultId) ?? list.connections[0] ?? null
  const { open } = state.chat
  if (open !== null) {
    // the default connection replaces a removed one; it may offer the same model
    return { connection: byId(open.conversation.connectionId) ?? standard, model: open.conversation.model }
  }
  if (state.newTarget !== null) {
    const connection = byId(state.newTarget.connectionId)
    if (connection !== null) return { connection, model: state.newTarget.model }
  }
  if (standard === null) return { connection: null, model: '' }
  const listed = catalogues[standard.id]?.models ?? []
  const kindOf = (model: string) => listed.find(({ id }) => id === model)?.kind ?? modelKind(model)
  // a new conversation uses the last model used with this connection
  const used = state.chat.list
    // a past message to a video or embedding model does not make it the chat model
    .filter(({ connectionId, model }) => connectionId === standard.id && kindOf(model) === 'chat')
    .reduce<{ activeAt: number; model: string } | null>(
      (last, conversation) => (last === null || conversation.activeAt > last.activeAt ? conversation : last),
      null,
    )
  return { connection: standard, model: used?.model ?? firstModel(listed, 'chat') }
}

export function useTarget(): Target {
  const connections = useApp((state) => state.connections)
  const catalogues = useModels((state) => state.catalogues)
  const state = useChat()
  return targetOf(state, connections, catalogues)
}
