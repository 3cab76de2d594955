import { AudioLines } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { isActive } from '../recorder/recorder.ts'
import { startRecording } from '../recorder/recorder-actions.ts'
import { useRecorder } from '../recorder/recorder-store.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './TranscriptView.module.css'

/** Suggestions while no transcript is open. */
export function EmptyView() {
  const { t } = useTranslation()
  const recording = useRecorder((state) => isActive(state.recorder))
  const none = useTranscription((state) => state.total === 0 && state.query === '')
  return (
    <section className={classes.start} aria-label={t('transcription.transcript')}>
      <EmptyState
        icon={AudioLines}
        title={none ? t('transcription.nothing') : t('transcription.nothingOpen')}
        hints={[t('transcription.nothingHint')]}
      >
        {none ? (
          <>
            <Button
              kind="primary"
              onClick={() => useTranscription.setState((state) => ({ chooseFiles: state.chooseFiles + 1 }))}
            >
              {t('transcription.chooseFiles')}
            </Button>
            {recording ? null : (
              <Button onClick={() => void startRecording()}>{t('transcription.commands.record')}</Button>
            )}
          </>
        ) : undefined}
      </EmptyState>
    </section>
  )
}
