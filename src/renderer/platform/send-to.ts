import { create } from 'zustand'
import type { MediaItem } from '../../shared/media.ts'

/** A picture of the library that is handed from one panel to another. */
export interface SentPicture {
  readonly media: MediaItem
  /** The gallery's image that it is; null where it is none. */
  readonly imageId: string | null
}

/** Something that a feature can do with a picture of another one. */
export interface SendTo {
  /** The feature that does it: its own pictures are not offered to itself. */
  readonly id: string
  /** The words of the menu entry, in the language that is shown. */
  readonly label: () => string
  readonly accepts: (media: MediaItem) => boolean
  readonly run: (picture: SentPicture) => void
}

/** Something that a feature can do with a text of another one. */
export interface TextTarget {
  /** The feature that does it. */
  readonly id: string
  /** Takes the text over; nothing is sent by that. */
  readonly run: (text: string) => void
}

const useTextTargetStore = create<{ readonly targets: readonly TextTarget[] }>(() => ({ targets: [] }))

/** A feature says that it takes texts; returns its undo. */
export function registerTextTarget(target: TextTarget): () => void {
  useTextTargetStore.setState(({ targets }) => ({
    targets: [...targets.filter((other) => other.id !== target.id), target],
  }))
  return () => useTextTargetStore.setState(({ targets }) => ({ targets: targets.filter((other) => other !== target) }))
}

/** Who takes texts, except the feature that has one. */
export function useTextTargets(except: string): readonly TextTarget[] {
  const targets = useTextTargetStore((state) => state.targets)
  return targets.filter((target) => target.id !== except)
}

const useSendToStore = create<{ readonly actions: readonly SendTo[] }>(() => ({ actions: [] }))

/** A feature says what it can do with pictures; returns its undo. */
export function registerSendTo(action: SendTo): () => void {
  useSendToStore.setState(({ actions }) => ({
    actions: [...actions.filter((other) => other.id !== action.id), action],
  }))
  return () => useSendToStore.setState(({ actions }) => ({ actions: actions.filter((other) => other !== action) }))
}

/** What can be done with a picture, except by the feature that shows it. */
export function useSendTo(media: MediaItem, except: string): readonly SendTo[] {
  const actions = useSendToStore((state) => state.actions)
  return actions.filter((action) => action.id !== except && action.accepts(media))
}
