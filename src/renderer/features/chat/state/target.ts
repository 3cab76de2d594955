import type { ChatTarget } from '../../../../shared/chat.ts'
import type { Connection, ConnectionList } from '../../../../shared/connection.ts'
import { defaultTarget } from '../../../../shared/default-model.ts'
import { modelKind } from '../../../../shared/model-kind.ts'
import { isRefused } from '../../../../shared/refused-models.ts'
import type { Settings } from '../../../../shared/settings-table.ts'
import { firstModel } from '../../../components/model-picker/model-groups.ts'
import { appState, useApp } from '../../../platform/app-store.ts'
import { useModels } from '../../../platform/models-store.ts'
import { type ChatUi, composerKey, useChat } from './chat-store.ts'

export interface Target {
  /** The connection; null when there is none at all. */
  readonly connection: Connection | null
  /** Id of the model; empty when none is chosen and none is known. */
  readonly model: string
}

type Catalogues = ReturnType<typeof useModels.getState>['catalogues']

/** Returns the model and connection of the next message. */
export function nextTargetOf(state: ChatUi, list: ConnectionList, catalogues: Catalogues, settings: Settings): Target {
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
  const isWanted = (connectionId: string, model: string) => !isRefused(settings.refusedModels, { connectionId, model })
  const chosen = defaultTarget(settings)
  const own = chosen === null ? null : byId(chosen.connectionId)
  if (chosen !== null && own !== null && isWanted(own.id, chosen.model)) return { connection: own, model: chosen.model }
  if (standard === null) return { connection: null, model: '' }
  const listed = catalogues[standard.id]?.models ?? []
  const kindOf = (model: string) => listed.find(({ id }) => id === model)?.kind ?? modelKind(model)
  // a new conversation uses the last model used with this connection
  const used = state.chat.list
    // a past message to a video or embedding model does not make it the chat model
    .filter(({ connectionId, model }) => connectionId === standard.id && kindOf(model) === 'chat')
    .filter(({ model }) => isWanted(standard.id, model))
    .reduce<{ activeAt: number; model: string } | null>(
      (last, conversation) => (last === null || conversation.activeAt > last.activeAt ? conversation : last),
      null,
    )
  const wanted = listed.filter(({ id }) => isWanted(standard.id, id))
  return { connection: standard, model: used?.model ?? firstModel(wanted, 'chat') }
}

/**
 * Returns the target that the next new chat inherits from the one on the screen; null if the settings or a refusal
 * decide.
 */
export function inheritedTarget(
  state: ChatUi,
  list: ConnectionList,
  catalogues: Catalogues,
  settings: Settings,
): ChatUi['newTarget'] {
  if (state.chat.open === null) return ownTarget(state)
  const { connection, model } = nextTargetOf(state, list, catalogues, settings)
  if (connection === null || defaultTarget(settings) !== null) return null
  const target = { connectionId: connection.id, model }
  return isRefused(settings.refusedModels, target) ? null : target
}

/** Returns the user's choice for the next new chat, without the model that a folder gave. */
export function ownTarget({ newFolder, newTarget }: Pick<ChatUi, 'newFolder' | 'newTarget'>): ChatUi['newTarget'] {
  const isGiven = newFolder !== null && newFolder.target !== null && newFolder.target === newTarget
  return isGiven ? newFolder.targetBefore : newTarget
}

export function useTarget(): Target {
  const connections = useApp((state) => state.connections)
  const settings = useApp((state) => state.settings)
  const catalogues = useModels((state) => state.catalogues)
  const state = useChat()
  return nextTargetOf(state, connections, catalogues, settings)
}

/** Returns the model that answers the next message alone; null if the chat's own does, or its connection is gone. */
function onceTargetOf(once: ChatTarget | undefined, list: ConnectionList): Target | null {
  const connection = list.connections.find(({ id }) => id === once?.connectionId)
  return once === undefined || connection === undefined ? null : { connection, model: once.model }
}

/** Returns the model that answers the next message alone, and null if the chat's own does. */
export function useOnceTarget(): Target | null {
  const connections = useApp((state) => state.connections)
  const once = useChat((state) => state.onceBy[composerKey(state)])
  return onceTargetOf(once, connections)
}

/** Returns the model and connection that answer the next message. */
export function useMessageTarget(): Target {
  const own = useTarget()
  return useOnceTarget() ?? own
}

/** Returns the model that answers the next message on this page alone; null if the chat's own does. */
export function currentOnceTarget(): Target | null {
  const state = useChat.getState()
  return onceTargetOf(state.onceBy[composerKey(state)], appState().connections)
}

/** Returns the model and connection of a new chat, whichever chat is open now. */
export function newChatTarget(): Target {
  const state = useChat.getState()
  const { connections, settings } = appState()
  const { catalogues } = useModels.getState()
  const newTarget = inheritedTarget(state, connections, catalogues, settings)
  return nextTargetOf({ ...state, chat: { ...state.chat, open: null }, newTarget }, connections, catalogues, settings)
}

/** Returns the model and connection of the next message on this page. */
export function currentTarget(): Target {
  return nextTargetOf(useChat.getState(), appState().connections, useModels.getState().catalogues, appState().settings)
}
