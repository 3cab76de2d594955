import { useEffect } from 'react'
import { appState } from '../../../platform/app-store.ts'
import { useNavigation } from '../../../platform/navigation.ts'
import { redoEdit, undoEdit } from '../edit/edit-actions.ts'
import { clearMarks, markAll } from '../edit/segment-actions.ts'
import { undoDeletion } from '../library/library-actions.ts'
import { skipBy, stepRate, togglePlay } from '../play/player.ts'
import { transcription, useTranscription } from '../transcription-store.ts'

/** Whether an element receives typed text. */
function isField(target: Element): boolean {
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
}

/** Whether a key has its own meaning in an element. */
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
  if (key === 'f' && !event.shiftKey) return () => useTranscription.setState({ finding: true, foundInLibrary: false })
  // only in the text; elsewhere Ctrl+A keeps its usual meaning
  const inText = event.target instanceof HTMLElement && event.target.dataset.segment !== undefined
  if (key === 'a' && inText) return markAll
  return undefined
}

const plain: Readonly<Record<string, () => void>> = {
  ' ': togglePlay,
  k: togglePlay,
  j: () => skipBy(-5000),
  l: () => skipBy(5000),
  arrowleft: () => skipBy(-5000),
  arrowright: () => skipBy(5000),
  '<': () => stepRate(-1),
  '>': () => stepRate(1),
  f2: () => useTranscription.setState({ titleEditing: true }),
}

/** Shortcuts of an open transcript, anywhere in the panel. */
export function useViewKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (event.defaultPrevented || event.isComposing || event.altKey || useNavigation.getState().paletteOpen) return
      if (hasOwnKeys(target, event.key)) return
      const way = isField(target) ? fieldWay(event) : withMod(event) ? command(event) : plainWay(event)
      if (way === undefined) return
      event.preventDefault()
      way()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** In a field, only the find shortcut works. */
function fieldWay(event: KeyboardEvent): (() => void) | undefined {
  return withMod(event) && event.key.toLowerCase() === 'f' ? command(event) : undefined
}

function plainWay(event: KeyboardEvent): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return undefined
  if (event.key === 'Escape' && transcription().marked.size > 0) return clearMarks
  // in the library, F2 renames the focused transcript
  if (event.key === 'F2' && event.target instanceof HTMLElement && event.target.dataset.transcript !== undefined)
    return undefined
  return plain[event.key.toLowerCase()]
}
