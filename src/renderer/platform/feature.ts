import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { HistoryKey } from '../../shared/history.ts'
import type { HistoryKind } from '../../shared/history-limits.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { MediaItem } from '../../shared/media.ts'
import type { LazyComponent } from './lazy-component.tsx'
import type { PanelId } from './navigation.ts'

/** The interface of a feature to the window and to other features. */
export interface Feature {
  readonly id: PanelId
  readonly icon: ComponentType<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  /** Position of its button in the navigation rail. */
  readonly place: 'top' | 'bottom'
  /** A lazy panel is loaded while the page is idle, or when it is first shown. */
  readonly Panel: ComponentType | LazyComponent
  /** Loads the data for the first render, and subscribes to main's events. */
  readonly start?: () => void | Promise<void>
  /** Commands for the palette; a hook, so that it can read stores. */
  readonly useCommands: () => readonly Command[]
  /** Commands for the results of a typed query. */
  readonly find?: (query: string) => Promise<readonly Command[]>
  /** A line above every other panel; renders nothing without a message. */
  readonly Bar?: ComponentType
  /** The badge on its button in the rail; null shows none. */
  readonly useBadge?: () => Badge | null
  /** Starts something new in its panel: Ctrl/⌘ and N. */
  readonly beginNew?: () => void
  /** Moves the focus to the field that the panel is used by, unless something covers it; after the panel's shortcut. */
  readonly enter?: () => void
  /** Begins a temporary chat: Ctrl/⌘, Shift and E. */
  readonly beginTemporary?: () => void
  /** Shows the panel with its list of models. */
  readonly chooseModel?: () => void
  /** Opens the search within the content of its panel. */
  readonly findHere?: () => void
  /** Opens the search of the history, with a text if given. */
  readonly search?: (text: string | null) => void
  /** Kind of history items of the feature, and how to open one in its panel. */
  readonly items?: { readonly kind: HistoryKind; readonly open: (place: ItemPlace) => void }
  /** How it accepts a picture from another feature. */
  readonly takesPictures?: {
    /** Localised label of the menu item. */
    readonly label: () => string
    readonly accepts: (media: MediaItem) => boolean
    readonly take: (picture: SentPicture) => void
  }
  /** Accepts files that the user opened with Atelier, and agreed to send. */
  readonly takesFiles?: (files: readonly ArrivedFile[]) => void
  /** Accepts a text from another feature; sends nothing. */
  readonly takeText?: (text: string) => void
  /** Turns speech into text for another feature. */
  readonly dictation?: Dictation
}

/** State of a dictation: idle, recording, waiting for its text, or failed. */
export type DictationState =
  | { readonly stage: 'idle' | 'asking' | 'recording' | 'ending' | 'transcribing' }
  | {
      readonly stage: 'failed'
      readonly why: string
      /** True if the recording is kept. */
      readonly isKept: boolean
      /** True if one press tries again; false if the lost answer may have been charged. */
      readonly canRetry: boolean
    }

/** Speech turned into text. The sound is on the disk from the start, and stays there until it is a transcript. */
export interface Dictation {
  /** The current state; a hook. */
  readonly useState: () => DictationState
  readonly isRecording: () => boolean
  /** Returns true if the microphone is on, or is being requested. */
  readonly isOn: () => boolean
  /** Returns the ms of sound recorded so far. */
  readonly recorded: () => number
  /** Starts recording; `take` receives the text once. Does nothing while a dictation runs. */
  readonly start: (take: (text: string) => void) => void
  /** Ends the recording and has it transcribed. */
  readonly stop: () => void
  /** Ends the recording and discards it, with an undo. */
  readonly discard: () => void
  /** Ends the recording and keeps it, because the user left the place of its text. Sends nothing. */
  readonly leave: () => void
  /** Retries a failed transcription. */
  readonly retry: () => void
  /** Dismisses a failure; the recording stays where it is. */
  readonly dismiss: () => void
  /** Shows the recordings and transcripts. */
  readonly show: () => void
}

export type CommandGroup = 'actions' | 'conversations' | 'transcripts' | 'videos' | 'models' | 'history'

/** An entry of the command palette. */
export interface Command {
  readonly id: string
  readonly group: CommandGroup
  readonly label: string
  /** Shown in a quiet style after the label. */
  readonly hint: string
  readonly icon: ComponentType<{ size?: number }> | null
  readonly shortcut: string | null
  /** The panel to show first; undefined keeps the current one. */
  readonly panel?: PanelId
  /** Runs after the palette has closed and the panel is mounted, so that it can move the focus. */
  readonly run: () => void
}

/** The badge on a panel's button in the navigation rail: a number, a ring, a dot. */
export interface Badge {
  /** Number of items that need the user; 0 shows no number. */
  readonly attention: number
  /** True while something runs in the panel: a ring around its icon. */
  readonly isRunning: boolean
  /** True for news, and while the microphone records: a dot. */
  readonly hasDot: boolean
  /** The badge in words, for screen readers and the tooltip. */
  readonly words: string
}

/** Returns the badge of a panel with jobs; null without any. `running` names the running work in words. */
export function jobBadge(t: TFunction, attention: number, running: string | null): Badge | null {
  const words = [attention === 0 ? null : t('app.needsAttention', { count: attention }), running].filter(Boolean)
  if (words.length === 0) return null
  return { attention, isRunning: running !== null, hasDot: false, words: words.join(' · ') }
}

/** A history item to open in its panel. */
export interface ItemPlace {
  readonly key: HistoryKey
  /** The message or segment to show; null shows the whole item. */
  readonly partId: string | null
  /** The search that found it, as typed and as folded words; null without one. */
  readonly search: { readonly text: string; readonly words: readonly string[] } | null
  /** Time of a recording to play it from, in ms; absent or null plays nothing. */
  readonly playFromMs?: number | null
}

/** A file passed on by the system; `pass` returns a token for it. */
export interface ArrivedFile {
  readonly name: string
  readonly pass: () => Promise<Result<{ readonly token: string }>>
}

/** A library picture sent from one feature to another. */
export interface SentPicture {
  readonly media: MediaItem
  /** The gallery image of the picture; null if it has none. */
  readonly imageId: string | null
}

/** The features of this page. Features never import each other; they communicate through this list. */
const useFeatures = create<{ readonly features: readonly Feature[] }>(() => ({ features: [] }))

/** Registers the features, before anything renders. */
export function connectFeatures(features: readonly Feature[]): void {
  useFeatures.setState({ features })
}

/** Opens an item in its panel. */
export function openItem(place: ItemPlace): void {
  const { features } = useFeatures.getState()
  features.find(({ items }) => items?.kind === place.key.kind)?.items?.open(place)
}

/** Passes files to the feature that accepts them. */
export function passFiles(files: readonly ArrivedFile[]): void {
  for (const feature of useFeatures.getState().features) feature.takesFiles?.(files)
}

/** A feature that accepts pictures. */
export type PictureTarget = { readonly id: PanelId } & NonNullable<Feature['takesPictures']>

/** Returns the features that accept this picture, except one; null leaves out none. */
export function usePictureTargets(media: MediaItem, except: PanelId | null): readonly PictureTarget[] {
  return useFeatures((state) => state.features).flatMap(({ id, takesPictures }) =>
    takesPictures === undefined || id === except || !takesPictures.accepts(media) ? [] : [{ id, ...takesPictures }],
  )
}

/** Returns the dictation; null if no feature provides one. */
export function useDictation(): Dictation | null {
  return useFeatures((state) => state.features).find(({ dictation }) => dictation !== undefined)?.dictation ?? null
}

/** Returns the dictation for code outside components; null if no feature provides one. */
export function dictationNow(): Dictation | null {
  return useFeatures.getState().features.find(({ dictation }) => dictation !== undefined)?.dictation ?? null
}

/** Returns the features that accept a text, except the one holding it. */
export function useTextTargets(
  except: PanelId,
): readonly { readonly id: PanelId; readonly take: (text: string) => void }[] {
  return useFeatures((state) => state.features).flatMap(({ id, takeText }) =>
    takeText === undefined || id === except ? [] : [{ id, take: takeText }],
  )
}
