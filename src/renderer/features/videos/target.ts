import type { Connection } from '../../../shared/connection.ts'
import type { Model } from '../../../shared/model.ts'
import { baseOf, type VideoModel, videoModels } from '../../../shared/video-models.ts'
import {
  type FirstModel,
  type RequestTarget,
  readyRequestTarget,
  requestTargetOf,
  useRequestTarget,
} from '../../components/forms/request-target.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { appState } from '../../platform/app-store.ts'
import type { VideoTarget } from './form.ts'
import { useVideos, videos } from './videos-store.ts'

export interface Target extends VideoTarget {
  readonly connection: Connection | null
}

/** Returns the models for the picker: each video model once, without its orientation. */
export function pickedModels(models: readonly Model[]): readonly Model[] {
  const ids = new Set<string>()
  return models.flatMap((model) => {
    const id = model.kind === 'video' ? baseOf(model.id) : model.id
    if (ids.has(id)) return []
    ids.add(id)
    return [{ ...model, id }]
  })
}

/** Returns the catalogue's model with this base name; null when it is not listed. */
export function modelOfBase(models: readonly Model[], base: string): VideoModel | null {
  const ids = models.filter(({ id }) => baseOf(id) === base).map(({ id }) => id)
  return videoModels(ids)[0] ?? null
}

const first: FirstModel = (models) => baseOf(firstModel(models, 'video'))

function videoTarget({ connection, models, model: base }: RequestTarget): Target {
  return {
    ...{ connection, connectionId: connection?.id ?? null, base, model: modelOfBase(models, base) },
    firstPicture: connection?.firstPicture,
  }
}

/** Returns the target of the next video request. */
export function useVideoTarget(): Target {
  const connectionId = useVideos((state) => state.form.connectionId)
  const model = useVideos((state) => state.form.model)
  return videoTarget(useRequestTarget(connectionId, model, first))
}

/** Returns true if the form's connection takes the bytes of a first picture. */
export function takesFirstPicture(): boolean {
  const { connectionId, model } = videos().form
  const { connection } = requestTargetOf({ connectionId, model }, appState().connections, {}, first)
  return connection?.firstPicture?.way === 'data'
}

/**
 * Resolves to the target of the next video request, for code outside components. Waits for the model list if needed.
 */
export async function readyTarget(): Promise<Target> {
  return videoTarget(await readyRequestTarget(() => videos().form, first))
}
