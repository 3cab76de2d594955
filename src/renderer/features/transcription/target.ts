import type { Connection, ConnectionList } from '../../../shared/connection.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import { loadModels, useModels } from '../../platform/models-store.ts'
import { type TranscriptionForm, transcription, useTranscription } from './transcription-store.ts'

type Catalogues = ReturnType<typeof useModels.getState>['catalogues']
type Chosen = Pick<TranscriptionForm, 'connectionId' | 'model'>

export interface Target {
  readonly connection: Connection | null
  /** Empty when nothing is chosen and nothing is known to choose from. */
  readonly model: string
}

/** Where recordings go: what was chosen, else the default connection and its first model for sound. */
export function targetOf(chosen: Chosen, list: ConnectionList, catalogues: Catalogues): Target {
  const byId = (id: string | null) => list.connections.find((connection) => connection.id === id) ?? null
  const connection = byId(chosen.connectionId) ?? byId(list.defaultId) ?? list.connections[0] ?? null
  if (chosen.model !== '' || connection === null) return { connection, model: chosen.model }
  return { connection, model: firstSoundModel(catalogues[connection.id]?.models ?? []) }
}

/** Models that speak are of the same kind as models that listen; the latter come first. */
function firstSoundModel(models: Parameters<typeof firstModel>[0]): string {
  const listening = models.filter((model) => /whisper|transcri|asr|stt/i.test(model.id))
  return firstModel(listening, 'audio') || firstModel(models, 'audio')
}

export function useTranscriptionTarget(): Target {
  const connections = useApp((state) => state.connections)
  const catalogues = useModels((state) => state.catalogues)
  const connectionId = useTranscription((state) => state.form.connectionId)
  const model = useTranscription((state) => state.form.model)
  return targetOf({ connectionId, model }, connections, catalogues)
}

/** The target now. At the very start the list of models may still be on its way; it is waited for. */
export async function readyTarget(): Promise<Target> {
  const now = () => targetOf(transcription().form, appState().connections, useModels.getState().catalogues)
  const target = now()
  if (target.connection === null || target.model !== '') return target
  if (useModels.getState().catalogues[target.connection.id] !== undefined) return target
  await loadModels(target.connection.id, false)
  return now()
}
