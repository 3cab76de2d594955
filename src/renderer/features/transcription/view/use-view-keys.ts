import { useEffect } from 'react'
import type { ShortcutId } from '../../../../shared/shortcut-table.ts'
import { appState } from '../../../platform/app-store.ts'
import { useNavigation } from '../../../platform/navigation.ts'
import { pressedIn } from '../../../platform/shortcuts.ts'
import { redoEdit, undoEdit } from '../edit/edit-actions.ts'
import { clearMarks, markAll, setTimeHere } from '../edit/segment-actions.ts'
import { undoDeletion } from '../library/library-actions.ts'
import { skipBy, stepRate, togglePlay } from '../play/player.ts'
import { transcription, useTranscription } from '../transcription-store.ts'

/** Returns true if an element receives typed text. */
function isField(target: Element): boolean {
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
}

/** Returns true if a key has its own meaning in an element. */
function hasOwnKeys(target: Element, key: string): boolean {
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"]') !== null) return true
  if (key === ' ') {
    // a segment's text is not a button: there the space bar plays too
    return target.matches('button, a, summary, input, [role="button"]:not([data-segment])')
  }
  return key.startsWith('Arrow') && target.matches('[role="slider"], input[type="radio"]')
}

function withMod(event: KeyboardEvent): boolean {
  const { metaKey, ctrlKey } = event
  return appState().info.platform === 'mac' ? metaKey && !ctrlKey : ctrlKey && !metaKey
}

function command(event: KeyboardEvent): (() => void) | undefined {
  const key = event.key.toLowerCase()
  if (key === 'z' && event.shiftKey) return redoEdit
  if (key === 'z') return () => (transcription().open?.canUndo ? undoEdit() : undoDeletion())
  if (key === 'y') return redoEdit
  // only in the text; elsewhere Ctrl+A keeps its usual meaning
  const inText = event.target instanceof HTMLElement && event.target.dataset.segment !== undefined
  if (key === 'a' && inText) return markAll
  return undefined
}

const actions: { readonly [K in ShortcutId]?: () => void } = {
  playRecording: togglePlay,
  recordingBack: () => skipBy(-5000),
  recordingOn: () => skipBy(5000),
  recordingSlower: () => stepRate(-1),
  recordingFaster: () => stepRate(1),
  renameTranscript: () => useTranscription.setState({ titleEditing: true }),
  findInTranscript: () => useTranscription.setState({ finding: true, foundInLibrary: false }),
}

/** Handles the shortcuts of an open transcript, anywhere in the panel. */
export function useViewKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (event.defaultPrevented || event.isComposing || useNavigation.getState().paletteOpen) return
      if (hasOwnKeys(target, event.key)) return
      const id = pressedIn(event, 'transcript')
      const way = isField(target) ? fieldWay(id) : id !== null ? ownWay(event, id) : fixedWay(event)
      if (way === undefined) return
      event.preventDefault()
      way()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns the action of a shortcut in a field, where only find works. */
function fieldWay(id: ShortcutId | null): (() => void) | undefined {
  return id === 'findInTranscript' ? actions[id] : undefined
}

function ownWay({ target }: KeyboardEvent, id: ShortcutId): (() => void) | undefined {
  // in the library, the same key renames the focused transcript
  if (id === 'renameTranscript' && target instanceof HTMLElement && target.dataset.transcript !== undefined)
    return undefined
  if (id !== 'segmentStart' && id !== 'segmentEnd') return actions[id]
  // an open editor handles these keys itself
  const segmentId = target instanceof HTMLElement ? target.dataset.segment : undefined
  return segmentId === undefined ? undefined : () => setTimeHere(segmentId, id === 'segmentStart' ? 'from' : 'to')
}

/** Returns the action of a key that means the same in every list and text. */
function fixedWay(event: KeyboardEvent): (() => void) | undefined {
  if (event.altKey) return undefined
  if (withMod(event)) return command(event)
  if (event.ctrlKey || event.metaKey) return undefined
  return event.key === 'Escape' && transcription().marked.size > 0 ? clearMarks : undefined
}
