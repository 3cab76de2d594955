import {
  type FirstModel,
  type RequestTarget,
  readyRequestTarget,
  useRequestTarget,
} from '../../components/forms/request-target.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { transcription, useTranscription } from './transcription-store.ts'

/**
 * Selects the default model. Speech synthesis and transcription models are of one kind; transcription models come
 * first.
 */
const first: FirstModel = (models) => {
  const listening = models.filter((model) => /whisper|transcri|asr|stt/i.test(model.id))
  return firstModel(listening, 'audio') || firstModel(models, 'audio')
}

/** Returns the target of the next recordings. */
export function useTranscriptionTarget(): RequestTarget {
  const connectionId = useTranscription((state) => state.form.connectionId)
  const model = useTranscription((state) => state.form.model)
  return useRequestTarget(connectionId, model, first)
}

/** Resolves to the target of the next recordings, for code outside components. Waits for the model list if needed. */
export function readyTarget(): Promise<RequestTarget> {
  return readyRequestTarget(() => transcription().form, first)
}
