import { chat } from '../features/chat/index.ts'
import { history } from '../features/history/index.ts'
import { images } from '../features/images/index.ts'
import { settings } from '../features/settings/index.ts'
import { transcription } from '../features/transcription/index.ts'
import { videos } from '../features/videos/index.ts'
import type { Feature } from '../platform/feature.ts'
import type { PanelId } from '../platform/navigation.ts'

/** All features in the order of the rail. Start-up, shortcuts and palette use this list. */
export const features: readonly Feature[] = [chat, images, transcription, videos, history, settings]

/** The features at one end of the navigation rail. */
export function featuresAt(place: Feature['place']): readonly Feature[] {
  return features.filter((feature) => feature.place === place)
}

/** The feature of a Ctrl/⌘ digit shortcut; undefined without one. */
export function featureOfDigit(digit: string): Feature | undefined {
  return featuresAt('top').find((_, index) => digit === String(index + 1))
}

/** The digit of a feature's shortcut; null without one. */
export function digitOf(id: PanelId): string | null {
  const index = featuresAt('top').findIndex((feature) => feature.id === id)
  return index < 0 ? null : String(index + 1)
}

/** Starts a new chat. */
export function beginNew(): void {
  for (const feature of features) feature.beginNew?.()
}

/** Opens the search of the history, with a text if given. */
export function searchEverything(text: string | null): void {
  for (const feature of features) feature.search?.(text)
}
