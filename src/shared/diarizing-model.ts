/**
 * Returns true for a model that is named after telling speakers apart, such as `gpt-4o-transcribe-diarize`. It takes no
 * prompt. https://developers.openai.com/api/docs/guides/speech-to-text
 */
export function isDiarizing(model: string): boolean {
  return /diari[sz]/i.test(model)
}
