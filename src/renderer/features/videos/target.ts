import type { Connection, ConnectionList } from '../../../shared/connection.ts'
import type { Model } from '../../../shared/model.ts'
import { baseOf, type VideoModel, videoModels } from '../../../shared/video-models.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import { loadModels, useModels } from '../../platform/models-store.ts'
import type { FormState, VideoTarget } from './form.ts'
import { useVideos, videos } from './videos-store.ts'

type Catalogues = ReturnType<typeof useModels.getState>['catalogues']

export interface Target extends VideoTarget {
  readonly connection: Connection | null
}

/** The models as they are picked: those for video once, without their orientation. */
export function pickedModels(models: readonly Model[]): readonly Model[] {
  const ids = new Set<string>()
  return models.flatMap((model) => {
    const id = model.kind === 'video' ? baseOf(model.id) : model.id
    if (ids.has(id)) return []
    ids.add(id)
    return [{ ...model, id }]
  })
}

/** The model of a catalogue that goes by a name without orientation; null where it is not listed. */
export function modelOfBase(models: readonly Model[], base: string): VideoModel | null {
  const ids = models.filter(({ id }) => baseOf(id) === base).map(({ id }) => id)
  return videoModels(ids)[0] ?? null
}

/** Where the next request goes: what was chosen, else the default connection and its first video model. */
function targetOf(
  form: Pick<FormState, 'connectionId' | 'model'>,
  list: ConnectionList,
  catalogues: Catalogues,
): Target {
  const byId = (id: string | null) => list.connections.find((connection) => connection.id === id) ?? null
  const connection = byId(form.connectionId) ?? byId(list.defaultId) ?? list.connections[0] ?? null
  const models = connection === null ? [] : (catalogues[connection.id]?.models ?? [])
  const base = form.model === '' ? baseOf(firstModel(models, 'video')) : form.model
  return { connection, connectionId: connection?.id ?? null, base, model: modelOfBase(models, base) }
}

export function useVideoTarget(): Target {
  const connections = useApp((state) => state.connections)
  const catalogues = useModels((state) => state.catalogues)
  const connectionId = useVideos((state) => state.form.connectionId)
  const model = useVideos((state) => state.form.model)
  return targetOf({ connectionId, model }, connections, catalogues)
}

/** The target now. At the very start the list of models may still be on its way; it is waited for. */
export async function readyTarget(): Promise<Target> {
  const now = () => targetOf(videos().form, appState().connections, useModels.getState().catalogues)
  const target = now()
  if (target.connection === null || target.base !== '') return target
  if (useModels.getState().catalogues[target.connection.id] !== undefined) return target
  await loadModels(target.connection.id, false)
  return now()
}
