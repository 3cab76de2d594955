import { create } from 'zustand'
import { previewTextMax } from '../../../shared/preview-limits.ts'
import type { PreviewKind } from './preview-kind.ts'

/** A code block whose preview is open. */
export interface OpenPreview {
  /** The code block. */
  readonly id: string
  readonly kind: PreviewKind
  readonly language: string
  /** The code as it was when the preview was opened or last reloaded. */
  readonly text: string
  /** Changes with every reload. */
  readonly serial: number
  /** Returns the block's current code. */
  readonly source: () => string
}

interface PreviewState {
  /** The open preview; null while there is none. */
  readonly opened: OpenPreview | null
  /** Gets the focus back when the preview closes. */
  readonly opener: HTMLElement | null
}

/** The open preview; one at a time. */
export const usePreview = create<PreviewState>(() => ({ opened: null, opener: null }))

/** Opens the preview of a code block; it replaces another open preview. */
export function openPreview(of: Omit<OpenPreview, 'text' | 'serial'>): void {
  const serial = (usePreview.getState().opened?.serial ?? 0) + 1
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  usePreview.setState({ opened: { ...of, text: of.source().slice(0, previewTextMax), serial }, opener })
}

/** Reloads the preview with the current code; with `id`, only if that block's preview is open. */
export function reloadPreview(id?: string): void {
  const { opened } = usePreview.getState()
  if (opened === null || (id !== undefined && id !== opened.id)) return
  const text = opened.source().slice(0, previewTextMax)
  usePreview.setState({ opened: { ...opened, text, serial: opened.serial + 1 } })
}

export function closePreview(): void {
  const { opened, opener } = usePreview.getState()
  if (opened === null) return
  usePreview.setState({ opened: null, opener: null })
  if (opener?.isConnected === true) opener.focus()
}
