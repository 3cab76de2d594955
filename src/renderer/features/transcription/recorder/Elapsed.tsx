import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useSecond } from '../../../components/words/use-now.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Recorder.module.css'
import { recordedAt } from './recorder.ts'
import { useRecorder } from './recorder-store.ts'

/** The length of the running recording. */
export function Elapsed() {
  const { t } = useTranslation()
  const recorder = useRecorder((state) => state.recorder)
  // The shared clock ticks once a second. The shown time is the current one, never earlier than the start.
  useSecond()
  return (
    <span role="timer" aria-label={t('transcription.recorder.elapsed')} className={classes.time}>
      {elapsedWords(recordedAt(recorder, Date.now()))}
    </span>
  )
}
