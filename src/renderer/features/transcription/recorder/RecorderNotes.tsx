import type { SoundRecording } from '../../../../shared/sound-recording.ts'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { decide, discardLeft, transcribeLeft } from './left-actions.ts'
import classes from './Recorder.module.css'
import { refusalWords, startRecording } from './recorder-actions.ts'
import { dispatchRecorder, useRecorder } from './recorder-store.ts'

/** Why recording is impossible, and unfinished recordings that wait for a decision. */
export function RecorderNotes() {
  const all = useRecorder((state) => state.left)
  const decided = useRecorder((state) => state.decided)
  const left = all.filter(({ id }) => !decided.has(id))
  const refused = useRecorder((state) => state.recorder.phase === 'idle' && state.recorder.refused !== null)
  if (left.length === 0 && !refused) return null
  return (
    <div className={classes.notes}>
      <Refused />
      {left.map((recording) => (
        <Left key={recording.id} recording={recording} />
      ))}
    </div>
  )
}

function Refused() {
  const { t } = useTranslation()
  const refused = useRecorder((state) => (state.recorder.phase === 'idle' ? state.recorder.refused : null))
  if (refused === null) return null
  return (
    <Note
      onDismiss={() => dispatchRecorder({ type: 'refused', why: null })}
      steps={
        refused === 'unsupported' ? null : (
          <Button size="small" onClick={() => void startRecording()}>
            {t('app.retry')}
          </Button>
        )
      }
    >
      {refusalWords(refused)}
    </Note>
  )
}

function Left({ recording }: { recording: SoundRecording }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, complete, duration, startedAt } = recording
  const words = { when: timeOf(language, startedAt, Date.now()), length: lengthWords(language, duration) }
  return (
    <Note
      label={t('transcription.recorder.leftLabel', words)}
      below={
        <>
          <Button size="small" onClick={() => void decide(id, () => transcribeLeft(id))}>
            {t('transcription.recorder.transcribe')}
          </Button>
          <Button size="small" onClick={() => void decide(id, () => discardLeft(id))}>
            {t('transcription.recorder.discardLeft')}
          </Button>
        </>
      }
    >
      {t(complete ? 'transcription.recorder.notTranscribed' : 'transcription.recorder.cutShort', words)}
    </Note>
  )
}

/** Returns the approximate length in one unit; nobody needs the seconds of an hour. */
function lengthWords(language: string, ms: number): string {
  const [unit, value] =
    ms < 60_000
      ? (['second', ms / 1000] as const)
      : ms < 3_600_000
        ? (['minute', ms / 60_000] as const)
        : (['hour', ms / 3_600_000] as const)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'hour' ? 1 : 0,
  }).format(Math.max(1, value))
}
