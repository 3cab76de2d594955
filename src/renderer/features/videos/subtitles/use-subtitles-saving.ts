import { useEffect, useRef, useState } from 'react'
import type { Subtitles } from './subtitled-frames.ts'
import { type SubtitlesProblem, saveSubtitled } from './subtitles-actions.ts'
import { closeSubtitles, type SubtitledFilm } from './subtitles-store.ts'

interface SubtitlesSaving {
  /** Share of the film that is encoded, from 0 to 1; null while none is. */
  readonly saving: number | null
  readonly problem: SubtitlesProblem | null
  readonly save: (subtitles: Subtitles) => Promise<void>
  readonly cancel: () => void
  readonly dismiss: () => void
}

/** Saves a film with subtitles. Closes the dialog at the end; cancels when the dialog is closed before. */
export function useSubtitlesSaving(film: SubtitledFilm): SubtitlesSaving {
  const [saving, setSaving] = useState<number | null>(null)
  const [problem, setProblem] = useState<SubtitlesProblem | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async (subtitles: Subtitles) => {
    if (running.current !== null) return
    const control = new AbortController()
    running.current = control
    setProblem(null)
    setSaving(0)
    // whole percents, so that the form is not rendered for every frame
    const onPart = (part: number) => setSaving(Math.floor(part * 100) / 100)
    const end = await saveSubtitled(film, subtitles, { signal: control.signal, onPart })
    running.current = null
    setSaving(null)
    if (end?.kind === 'saved') closeSubtitles()
    else setProblem(end)
  }
  return { saving, problem, save, cancel: () => running.current?.abort(), dismiss: () => setProblem(null) }
}
