import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './NoteView.module.css'
import { resumeNote, stopNote } from './notes-actions.ts'

/** How far a note is, what it lacks, and the next step; nothing for a complete one. */
export function NoteState({ note }: { note: TranscriptNote }) {
  const { t } = useTranslation()
  const { done, error, missing, parts, status } = note
  const progress = parts > 1 ? t('transcription.notes.parts', { done, parts }) : ''
  const resume = (again: boolean) =>
    void paidPresses.once('transcript notes', `resume ${note.id}`, () => resumeNote(note.id, again))
  if (status === 'running')
    return (
      <Line words={[t('transcription.notes.running'), progress]} live>
        <Button size="small" onClick={() => void stopNote(note.id)}>
          {t('transcription.notes.stop')}
        </Button>
      </Line>
    )
  if (status === 'stopped')
    return (
      <Line words={[t('transcription.notes.stopped'), progress]}>
        <Button size="small" onClick={() => resume(false)}>
          {t('transcription.notes.continue')}
        </Button>
      </Line>
    )
  if (error !== null && status !== 'done')
    return (
      <div className={classes.trouble}>
        <ErrorNote
          error={error}
          lead={status === 'unknown' ? t('transcription.notes.lost') : progress === '' ? undefined : progress}
          place={{ where: 'other', hasText: false }}
          connectionId={note.request.connectionId}
        >
          <Button size="small" kind={status === 'unknown' ? 'danger' : 'quiet'} onClick={() => resume(true)}>
            {t(status === 'unknown' ? 'transcription.notes.sendAgain' : 'transcription.notes.retry')}
          </Button>
        </ErrorNote>
      </div>
    )
  return (
    <>
      {error === null ? null : <Line words={[t('transcription.notes.cut')]} />}
      {missing === 0 ? null : (
        <Line words={[t('transcription.notes.missing', { count: missing })]}>
          <Button size="small" onClick={() => resume(false)}>
            {t('transcription.notes.askMissing')}
          </Button>
        </Line>
      )}
      {note.outdated ? <Line words={[t('transcription.notes.outdated')]} /> : null}
    </>
  )
}

interface LineProps {
  readonly words: readonly string[]
  /** True if a screen reader hears every change. */
  readonly live?: boolean
  readonly children?: React.ReactNode
}

function Line({ words, live = false, children }: LineProps) {
  return (
    <div className={classes.state} role={live ? 'status' : undefined}>
      <span>{words.filter((text) => text !== '').join(' · ')}</span>
      {children}
    </div>
  )
}
