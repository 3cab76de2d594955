import { AudioLines } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
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
    <section className={classes.doc} aria-label={t('transcription.transcript')}>
      <div className={classes.empty}>
        <AudioLines size={28} strokeWidth={1.5} aria-hidden="true" />
        <h2>{none ? t('transcription.nothing') : t('transcription.nothingOpen')}</h2>
        <p>{t('transcription.nothingHint')}</p>
        {none ? (
          <div className={classes.ways}>
            <Button
              kind="primary"
              onClick={() => useTranscription.setState((state) => ({ chooseFiles: state.chooseFiles + 1 }))}
            >
              {t('transcription.chooseFiles')}
            </Button>
            {recording ? null : (
              <Button onClick={() => void startRecording()}>{t('transcription.commands.record')}</Button>
            )}
          </div>
        ) : null}
      </div>
    </section>
  )
}
