import {
  type FirstModel,
  type RequestTarget,
  readyRequestTarget,
  useRequestTarget,
} from '../../components/forms/request-target.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { transcription, useTranscription } from './transcription-store.ts'

/** Models that speak are of the same kind as models that listen; the latter come first. */
const first: FirstModel = (models) => {
  const listening = models.filter((model) => /whisper|transcri|asr|stt/i.test(model.id))
  return firstModel(listening, 'audio') || firstModel(models, 'audio')
}

/** Where the next recordings go. */
export function useTranscriptionTarget(): RequestTarget {
  const connectionId = useTranscription((state) => state.form.connectionId)
  const model = useTranscription((state) => state.form.model)
  return useRequestTarget(connectionId, model, first)
}

/** The same outside components; waits for the list of models where it is needed. */
export function readyTarget(): Promise<RequestTarget> {
  return readyRequestTarget(() => transcription().form, first)
}
