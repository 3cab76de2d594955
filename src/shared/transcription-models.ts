import { modelKind } from './model-kind.ts'

/** Returns the first model whose id suggests transcription, else the first audio model. */
export function usualTranscriber(ids: readonly string[]): string | undefined {
  return ids.find((id) => /whisper|transcri/i.test(id)) ?? ids.find((id) => modelKind(id) === 'audio')
}
