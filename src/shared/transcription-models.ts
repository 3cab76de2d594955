import { modelKind } from './model-kind.ts'

/** The first of these models that transcribes by its id, else the first that deals with sound. */
export function usualTranscriber(ids: readonly string[]): string | undefined {
  return ids.find((id) => /whisper|transcri/i.test(id)) ?? ids.find((id) => modelKind(id) === 'audio')
}
