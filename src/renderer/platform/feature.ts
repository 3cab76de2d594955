import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { HistoryKey } from '../../shared/history.ts'
import type { HistoryKind } from '../../shared/history-limits.ts'
import type { MediaItem } from '../../shared/media.ts'
import type { PanelId } from './navigation.ts'

/** All that a feature gives to the window and to the other features. */
export interface Feature {
  readonly id: PanelId
  readonly icon: ComponentType<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  /** Where its button is in the rail. */
  readonly place: 'top' | 'bottom'
  readonly Panel: ComponentType
  /** Reads what the first picture needs, and listens to main from then on. */
  readonly start?: () => void | Promise<void>
  /** Commands for the palette; a hook, so that it may read its stores. */
  readonly useCommands: () => readonly Command[]
  /** Commands for what main finds by a typed query. */
  readonly find?: (query: string) => Promise<readonly Command[]>
  /** The sign at its button in the rail; null shows none. */
  readonly useBadge?: () => Badge | null
  /** Begins something new, with its panel in front: Ctrl/⌘ and N. */
  readonly beginNew?: () => void
  /** Shows the search through everything, for a text if there is one. */
  readonly search?: (text: string | null) => void
  /** The kind of history items that are its own, and how it shows one with its panel in front. */
  readonly items?: { readonly kind: HistoryKind; readonly open: (place: ItemPlace) => void }
  /** How it takes a picture of another feature. */
  readonly takesPictures?: {
    /** The words of the menu entry, in the language that is shown. */
    readonly label: () => string
    readonly accepts: (media: MediaItem) => boolean
    readonly take: (picture: SentPicture) => void
  }
  /** Takes a text of another feature; sends nothing. */
  readonly takeText?: (text: string) => void
}

export type CommandGroup = 'actions' | 'conversations' | 'transcripts' | 'videos' | 'models' | 'history'

/** An entry of the command palette. */
export interface Command {
  readonly id: string
  readonly group: CommandGroup
  readonly label: string
  /** Shown quietly behind the label. */
  readonly hint: string
  readonly icon: ComponentType<{ size?: number }> | null
  readonly shortcut: string | null
  /** The panel to show first; none leaves the panel as it is. */
  readonly panel?: PanelId
  /** Runs once the palette has closed and the panel is there, so that it can move the focus. */
  readonly run: () => void
}

/** The sign at a panel's button in the rail. */
export interface Badge {
  /** How many; null shows a dot, for something that has no number. */
  readonly count: number | null
  /** Whether the person has something to decide there. */
  readonly needsAttention: boolean
  /** The same in words, for a screen reader and the tooltip. */
  readonly words: string
}

/** The badge of a panel with jobs. Jobs that need the person come before jobs that run. */
export function jobBadge(t: TFunction, attention: number, running: Omit<Badge, 'needsAttention'> | null): Badge | null {
  if (attention === 0) return running === null ? null : { ...running, needsAttention: false }
  const words = [t('app.needsAttention', { count: attention }), running?.words].filter(Boolean).join(' · ')
  return { count: attention, needsAttention: true, words }
}

/** An item of the history to show in its own panel. */
export interface ItemPlace {
  readonly key: HistoryKey
  /** The message or segment to show; null shows the item as it is. */
  readonly partId: string | null
  /** The search that found it, as typed and as folded words; null where there was none. */
  readonly search: { readonly text: string; readonly words: readonly string[] } | null
}

/** A picture of the library that one feature hands to another. */
export interface SentPicture {
  readonly media: MediaItem
  /** Its image in the gallery; null where it is none. */
  readonly imageId: string | null
}

/** The features of this page: features never import each other, and reach each other through this list. */
const useFeatures = create<{ readonly features: readonly Feature[] }>(() => ({ features: [] }))

/** Makes the features known to each other, before anything renders. */
export function connectFeatures(features: readonly Feature[]): void {
  useFeatures.setState({ features })
}

/** Shows an item in its own panel. */
export function openItem(place: ItemPlace): void {
  const { features } = useFeatures.getState()
  features.find(({ items }) => items?.kind === place.key.kind)?.items?.open(place)
}

/** A feature that takes a picture. */
export type PictureTarget = { readonly id: PanelId } & NonNullable<Feature['takesPictures']>

/** The features that take this picture, except the one that shows it. */
export function usePictureTargets(media: MediaItem, except: PanelId): readonly PictureTarget[] {
  return useFeatures((state) => state.features).flatMap(({ id, takesPictures }) =>
    takesPictures === undefined || id === except || !takesPictures.accepts(media) ? [] : [{ id, ...takesPictures }],
  )
}

/** The features that take a text, except the one that has it. */
export function useTextTargets(
  except: PanelId,
): readonly { readonly id: PanelId; readonly take: (text: string) => void }[] {
  return useFeatures((state) => state.features).flatMap(({ id, takeText }) =>
    takeText === undefined || id === except ? [] : [{ id, take: takeText }],
  )
}
