import type { Connection, ConnectionList } from '../../../shared/connection.ts'
import { imageKindOf } from '../../../shared/image-kinds.ts'
import type { Settings } from '../../../shared/settings.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import { loadModels, useModels } from '../../platform/models-store.ts'
import type { FormState, ImageTarget } from './form.ts'
import { studio, useStudio } from './studio-store.ts'

type Catalogues = ReturnType<typeof useModels.getState>['catalogues']

export interface Target extends ImageTarget {
  readonly connection: Connection | null
}

/** Where the next request goes: what was chosen, else the default connection and its first image model. */
function targetOf(
  form: Pick<FormState, 'connectionId' | 'model'>,
  list: ConnectionList,
  catalogues: Catalogues,
  kinds: Settings['imageKindOf'],
): Target {
  const byId = (id: string | null) => list.connections.find((connection) => connection.id === id) ?? null
  const connection = byId(form.connectionId) ?? byId(list.defaultId) ?? list.connections[0] ?? null
  const known = connection === null ? [] : (catalogues[connection.id]?.models ?? [])
  const model = form.model === '' ? firstModel(known, 'image') : form.model
  return { connection, connectionId: connection?.id ?? null, model, kind: imageKindOf(model, kinds) }
}

export function useImageTarget(): Target {
  const connections = useApp((state) => state.connections)
  const kinds = useApp((state) => state.settings.imageKindOf)
  const catalogues = useModels((state) => state.catalogues)
  const connectionId = useStudio((state) => state.form.connectionId)
  const model = useStudio((state) => state.form.model)
  return targetOf({ connectionId, model }, connections, catalogues, kinds)
}

/** The target now. At the very start the list of models may still be on its way; it is waited for. */
export async function readyTarget(): Promise<Target> {
  const now = () => {
    const { connections, settings } = appState()
    return targetOf(studio().form, connections, useModels.getState().catalogues, settings.imageKindOf)
  }
  const target = now()
  if (target.connection === null || target.model !== '') return target
  if (useModels.getState().catalogues[target.connection.id] !== undefined) return target
  await loadModels(target.connection.id, false)
  return now()
}
