import { ChevronDown, Circle, Pause, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { Elapsed } from './Elapsed.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import classes from './Recorder.module.css'
import { isActive } from './recorder.ts'
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
          icon={paused ? Circle : Pause}
          iconSize={paused ? 13 : 16}
          size="small"
          className={paused ? classes.goOn : undefined}
          words={t(paused ? 'transcription.recorder.resume' : 'transcription.recorder.pause')}
          disabled={ending}
          onClick={paused ? resumeRecording : pauseRecording}
        />
        <IconButton
          icon={Trash2}
          iconSize={16}
          size="small"
          words={t('transcription.recorder.discard')}
          disabled={ending}
          onClick={() => void discardRecording()}
        />
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
