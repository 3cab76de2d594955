import { X } from 'lucide-react'
import type { SoundRecording } from '../../../../shared/sound-recording.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
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
    <div className={classes.note} role="alert">
      <div className={classes.refused}>
        <p>{refusalWords(refused)}</p>
        <IconButton
          icon={X}
          words={t('app.dismiss')}
          iconSize={15}
          size="small"
          onClick={() => dispatchRecorder({ type: 'refused', why: null })}
        />
      </div>
      {refused === 'unsupported' ? null : (
        <div className={classes.actions}>
          <Button size="small" onClick={() => void startRecording()}>
            {t('app.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Left({ recording }: { recording: SoundRecording }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, complete, duration, startedAt } = recording
  const words = { when: timeOf(language, startedAt, Date.now()), length: lengthWords(language, duration) }
  return (
    <section className={classes.note} aria-label={t('transcription.recorder.leftLabel', words)}>
      <p>{t(complete ? 'transcription.recorder.notTranscribed' : 'transcription.recorder.cutShort', words)}</p>
      <div className={classes.actions}>
        <Button size="small" onClick={() => void decide(id, () => transcribeLeft(id))}>
          {t('transcription.recorder.transcribe')}
        </Button>
        <Button size="small" onClick={() => void decide(id, () => discardLeft(id))}>
          {t('transcription.recorder.discardLeft')}
        </Button>
      </div>
    </section>
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
