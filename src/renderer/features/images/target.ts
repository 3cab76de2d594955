import type { Connection } from '../../../shared/connection.ts'
import { imageKindOf } from '../../../shared/image-kinds.ts'
import type { Settings } from '../../../shared/settings.ts'
import {
  type FirstModel,
  type RequestTarget,
  readyRequestTarget,
  useRequestTarget,
} from '../../components/forms/request-target.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import type { ImageTarget } from './form.ts'
import { studio, useStudio } from './studio-store.ts'

export interface Target extends ImageTarget {
  readonly connection: Connection | null
}

const first: FirstModel = (models) => firstModel(models, 'image')

function imageTarget({ connection, model }: RequestTarget, kinds: Settings['imageKindOf']): Target {
  return { connection, connectionId: connection?.id ?? null, model, kind: imageKindOf(model, kinds) }
}

/** Returns the target of the next image request. */
export function useImageTarget(): Target {
  const kinds = useApp((state) => state.settings.imageKindOf)
  const connectionId = useStudio((state) => state.form.connectionId)
  const model = useStudio((state) => state.form.model)
  return imageTarget(useRequestTarget(connectionId, model, first), kinds)
}

/**
 * Resolves to the target of the next image request, for code outside components. Waits for the model list if needed.
 */
export async function readyTarget(): Promise<Target> {
  const target = await readyRequestTarget(() => studio().form, first)
  return imageTarget(target, appState().settings.imageKindOf)
}
