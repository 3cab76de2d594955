import { chat } from '../features/chat/index.ts'
import { history } from '../features/history/index.ts'
import { images } from '../features/images/index.ts'
import { library } from '../features/library/index.ts'
import { settings } from '../features/settings/index.ts'
import { transcription } from '../features/transcription/index.ts'
import { videos } from '../features/videos/index.ts'
import type { Feature } from '../platform/feature.ts'
import { type PanelId, showPanel, useNavigation } from '../platform/navigation.ts'

/** All features in the order of the rail. Start-up, shortcuts and palette use this list. */
export const features: readonly Feature[] = [chat, images, transcription, videos, library, history, settings]

/** Returns the features at one end of the navigation rail. */
export function featuresAt(place: Feature['place']): readonly Feature[] {
  return features.filter((feature) => feature.place === place)
}

/** Starts a new chat. */
export function beginNew(): void {
  for (const feature of features) feature.beginNew?.()
}

/** Shows a panel, ready for typing. */
export function enterPanel(id: PanelId): void {
  showPanel(id)
  features.find((feature) => feature.id === id)?.enter?.()
}

/** Begins a temporary chat, from any panel. */
export function beginTemporary(): void {
  for (const feature of features) feature.beginTemporary?.()
}

/** Opens the list of models of a chat, from any panel. */
export function chooseModelAnywhere(): void {
  for (const feature of features) feature.chooseModel?.()
}

/** Opens the search within the content of the shown panel. */
export function findInPanel(): void {
  const { panel } = useNavigation.getState()
  features.find(({ id }) => id === panel)?.findHere?.()
}

/** Opens the search of the history, with a text if given. */
export function searchEverything(text: string | null): void {
  for (const feature of features) feature.search?.(text)
}
