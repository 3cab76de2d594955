import { chat } from '../features/chat/index.ts'
import { history } from '../features/history/index.ts'
import { images } from '../features/images/index.ts'
import { settings } from '../features/settings/index.ts'
import { transcription } from '../features/transcription/index.ts'
import { videos } from '../features/videos/index.ts'
import type { Feature } from '../platform/feature.ts'
import type { PanelId } from '../platform/navigation.ts'

/** Every feature of the app, in the order of the rail: the start, the shortcuts and the palette are made of this list. */
export const features: readonly Feature[] = [chat, images, transcription, videos, history, settings]

/** The features at one end of the rail. */
export function featuresAt(place: Feature['place']): readonly Feature[] {
  return features.filter((feature) => feature.place === place)
}

/** The feature that Ctrl/⌘ and a digit shows; undefined where there is none. */
export function featureOfDigit(digit: string): Feature | undefined {
  return featuresAt('top').find((_, index) => digit === String(index + 1))
}

/** The digit of a feature's shortcut; null where it has none. */
export function digitOf(id: PanelId): string | null {
  const index = featuresAt('top').findIndex((feature) => feature.id === id)
  return index < 0 ? null : String(index + 1)
}

/** Begins a new chat. */
export function beginNew(): void {
  for (const feature of features) feature.beginNew?.()
}

/** Shows the search through everything, for a text if there is one. */
export function searchEverything(text: string | null): void {
  for (const feature of features) feature.search?.(text)
}
