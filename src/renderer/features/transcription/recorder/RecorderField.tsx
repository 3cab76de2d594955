import { ChevronDown, Circle, Pause, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useSecond } from '../../../components/words/use-now.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { LevelMeter } from './LevelMeter.tsx'
import classes from './Recorder.module.css'
import { isActive, recordedAt } from './recorder.ts'
import {
  discardRecording,
  pauseRecording,
  resumeRecording,
  stopRecording,
  switchMicrophone,
  troubleWords,
} from './recorder-actions.ts'
import { useRecorder } from './recorder-store.ts'

/** The running recording, in place of the drop field. */
export function RecorderField() {
  const { t } = useTranslation()
  const phase = useRecorder((state) => state.recorder.phase)
  const stop = useRef<HTMLButtonElement>(null)
  // the start button is gone, and the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) stop.current?.focus()
  }, [])
  const ending = phase === 'ending'
  const paused = phase === 'paused'
  return (
    <section
      className={classes.field}
      aria-label={t('transcription.recorder.label')}
      data-phase={phase}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || ending) return
        event.preventDefault()
        void discardRecording()
      }}
    >
      <div className={classes.top}>
        <i className={classes.light} aria-hidden="true" />
        <b>{t(`transcription.recorder.phase.${ending || paused ? phase : 'recording'}`)}</b>
        <Elapsed />
        <IconButton
          words={t(paused ? 'transcription.recorder.resume' : 'transcription.recorder.pause')}
          disabled={ending}
          onClick={paused ? resumeRecording : pauseRecording}
        >
          {paused ? <Circle size={13} className={classes.goOn} /> : <Pause size={16} />}
        </IconButton>
        <IconButton
          words={t('transcription.recorder.discard')}
          disabled={ending}
          onClick={() => void discardRecording()}
        >
          <Trash2 size={16} />
        </IconButton>
      </div>
      <LevelMeter />
      <MicrophoneField />
      <Hint />
      <Button kind="primary" size="small" ref={stop} disabled={ending} onClick={() => void stopRecording()}>
        {t('transcription.recorder.stop')}
      </Button>
    </section>
  )
}

interface IconButtonProps {
  readonly words: string
  readonly disabled: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

function IconButton({ words, disabled, onClick, children }: IconButtonProps) {
  return (
    <Button kind="icon" size="small" aria-label={words} title={words} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  )
}

function Elapsed() {
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

/** A choice of the microphone if there are several. */
function MicrophoneField() {
  const { t } = useTranslation()
  const microphones = useRecorder((state) => state.microphones)
  const current = useRecorder((state) => (isActive(state.recorder) ? state.recorder.microphoneId : ''))
  const ending = useRecorder((state) => state.recorder.phase === 'ending')
  if (microphones.length < 2) return null
  const known = microphones.some(({ id }) => id === current)
  return (
    <div className={classes.choice}>
      <select
        aria-label={t('transcription.recorder.microphone')}
        title={t('transcription.recorder.microphone')}
        disabled={ending}
        value={known ? current : ''}
        onChange={(event) => void switchMicrophone(event.currentTarget.value)}
      >
        {known ? null : <option value="">{t('transcription.recorder.microphoneFirst')}</option>}
        {microphones.map(({ id, name }, index) => (
          <option key={id} value={id}>
            {name === '' ? t('transcription.recorder.microphoneOf', { index: index + 1 }) : name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </div>
  )
}

/** The most important hint while recording; one at a time. */
function Hint() {
  const { t } = useTranslation()
  const trouble = useRecorder((state) => state.trouble)
  const lost = useRecorder((state) => isActive(state.recorder) && state.recorder.lost)
  const quiet = useRecorder((state) => isActive(state.recorder) && state.recorder.quiet)
  const words =
    trouble !== null
      ? troubleWords(trouble)
      : lost
        ? t('transcription.recorder.lost')
        : quiet
          ? t('transcription.recorder.quiet')
          : ''
  // always mounted, so that screen readers announce its content
  return (
    <p className={classes.hint} role="status">
      {words}
    </p>
  )
}
