import type { ModelKind } from './model.ts'

/**
 * Guesses a model's purpose from its id, as the catalogue does not state it (gateway-api.md, Model). Unknown names
 * count as chat models.
 * A wrong guess only moves a model to another group of the picker; any name can be typed everywhere.
 */
export function modelKind(id: string): ModelKind {
  const name = id.toLowerCase()
  if (/embed|bge-|rerank/.test(name)) return 'embedding'
  if (/whisper|transcri|speech|tts|audio/.test(name)) return 'audio'
  if (/video|sora|veo|kling|runway|wan2|hailuo|seedance/.test(name)) return 'video'
  if (/image|dall-?e|flux|stable-?diffusion|midjourney|seedream|imagen/.test(name)) return 'image'
  return 'chat'
}
