import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { startRecording } from './recorder-actions.ts'
import { useRecorder } from './recorder-store.ts'

// whether the recorder was shown before this button: its own buttons have left the focus nowhere
let wasRecording = false

/** Begins a recording from the microphone. */
export function RecordButton({ className, children }: { className: string | undefined; children?: React.ReactNode }) {
  const { t } = useTranslation()
  const phase = useRecorder((state) => state.recorder.phase)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasRecording && document.activeElement === document.body) button.current?.focus()
    return () => {
      wasRecording = useRecorder.getState().recorder.phase === 'recording'
    }
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-disabled={phase !== 'idle'}
      onClick={() => void startRecording()}
    >
      {children}
      {t(phase === 'asking' ? 'transcription.recorder.asking' : 'transcription.recorder.record')}
    </button>
  )
}
