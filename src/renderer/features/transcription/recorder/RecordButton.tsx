import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { startRecording } from './recorder-actions.ts'
import { useRecorder } from './recorder-store.ts'

// whether the recorder was shown before this button; the focus was then lost with its buttons
let wasRecording = false

/** Button that starts a microphone recording. */
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
    <Button
      kind="plain"
      ref={button}
      className={className}
      aria-disabled={phase !== 'idle'}
      onClick={() => void startRecording()}
    >
      {children}
      {t(phase === 'asking' ? 'transcription.recorder.asking' : 'transcription.recorder.record')}
    </Button>
  )
}
