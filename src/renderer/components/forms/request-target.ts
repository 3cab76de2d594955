import type { Connection, ConnectionList } from '../../../shared/connection.ts'
import type { Model } from '../../../shared/model.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import { loadModels, useModels } from '../../platform/models-store.ts'

/** A form's choice; null and '' choose nothing. */
export interface ChosenTarget {
  readonly connectionId: string | null
  readonly model: string
}

/** Target of a panel's next request. */
export interface RequestTarget {
  /** The connection; null when there is none at all. */
  readonly connection: Connection | null
  /** The known models of the connection. */
  readonly models: readonly Model[]
  /** Id of the model; empty when none is chosen and none is known. */
  readonly model: string
}

/** Selects the default model; empty when none fits. */
export type FirstModel = (models: readonly Model[]) => string

type Catalogues = ReturnType<typeof useModels.getState>['catalogues']

/** Returns the chosen target, or the default connection with its first fitting model. */
export function requestTargetOf(
  chosen: ChosenTarget,
  list: ConnectionList,
  catalogues: Catalogues,
  first: FirstModel,
): RequestTarget {
  const byId = (id: string | null) => list.connections.find((connection) => connection.id === id) ?? null
  const connection = byId(chosen.connectionId) ?? byId(list.defaultId) ?? list.connections[0] ?? null
  const models = connection === null ? [] : (catalogues[connection.id]?.models ?? [])
  return { connection, models, model: chosen.model === '' ? first(models) : chosen.model }
}

/** Returns the target of a choice, updated with connections and models. */
export function useRequestTarget(connectionId: string | null, model: string, first: FirstModel): RequestTarget {
  const connections = useApp((state) => state.connections)
  const catalogues = useModels((state) => state.catalogues)
  return requestTargetOf({ connectionId, model }, connections, catalogues, first)
}

/** Resolves to the current target. Waits for the model list if no model is chosen and the list is still loading. */
export async function readyRequestTarget(chosen: () => ChosenTarget, first: FirstModel): Promise<RequestTarget> {
  const now = () => requestTargetOf(chosen(), appState().connections, useModels.getState().catalogues, first)
  const target = now()
  if (target.connection === null || target.model !== '') return target
  if (useModels.getState().catalogues[target.connection.id] !== undefined) return target
  await loadModels(target.connection.id, false)
  return now()
}
