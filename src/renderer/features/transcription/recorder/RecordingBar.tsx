import { Mic } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showPanel } from '../../../platform/navigation.ts'
import { useDictating } from '../dictation/dictation.ts'
import { Elapsed } from './Elapsed.tsx'
import classes from './Recorder.module.css'
import { isActive } from './recorder.ts'
import { keepRecording } from './recorder-actions.ts'
import { useRecorder } from './recorder-store.ts'

/**
 * A bar in the other panels which shows that the microphone is on, and ends the recording. A dictation has its own
 * controls.
 */
export function RecordingBar() {
  const { t } = useTranslation()
  const phase = useRecorder((state) => (isActive(state.recorder) ? state.recorder.phase : null))
  const isDictation = useDictating((state) => state.stage !== 'idle' && state.stage !== 'failed')
  if (phase === null || isDictation) return null
  return (
    <section className={classes.bar} aria-label={t('transcription.recorder.label')} data-phase={phase}>
      <i className={classes.light} aria-hidden="true" />
      <Mic size={15} aria-hidden="true" />
      <span className={classes.barWords}>
        {t(`transcription.recorder.phase.${phase}`)} <Elapsed />
      </span>
      <Button size="small" onClick={() => showPanel('transcription')}>
        {t('transcription.recorder.show')}
      </Button>
      <Button kind="primary" size="small" disabled={phase === 'ending'} onClick={() => void keepRecording()}>
        {t('transcription.recorder.end')}
      </Button>
    </section>
  )
}
