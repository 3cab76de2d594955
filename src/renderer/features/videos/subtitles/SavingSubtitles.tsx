import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import frames from '../../../components/frames.module.css'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { Note } from '../../../components/Note.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Subtitles.module.css'
import type { SubtitlesProblem } from './subtitles-actions.ts'

/** Progress of encoding a film, with a button that cancels it. */
export function SavingProgress({ part, onCancel }: { readonly part: number; readonly onCancel: () => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  // the pressed button is gone
  useEffect(() => button.current?.focus(), [])
  const words = t('subtitles.encoding')
  return (
    <div className={classes.notes}>
      <div className={frames.work}>
        <div className={frames.workWords}>
          <span role="status">{words}</span>
          <ProgressBar label={words} percent={Math.round(part * 100)} />
        </div>
        <Button ref={button} onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </div>
  )
}

interface SubtitlesProblemNoteProps {
  readonly problem: SubtitlesProblem | null
  /** True for one video, false for a storyboard. */
  readonly isSingle: boolean
  readonly onDismiss: () => void
}

/** Why the film was not saved. */
export function SubtitlesProblemNote({ isSingle, onDismiss, problem }: SubtitlesProblemNoteProps) {
  const { t } = useTranslation()
  if (problem === null) return null
  return (
    <Note className={classes.notes} onDismiss={onDismiss}>
      <p>{problemWords(t, problem, isSingle)}</p>
    </Note>
  )
}

function problemWords(t: TFunction, problem: SubtitlesProblem, isSingle: boolean): string {
  if (problem.kind !== 'unread') return t(`subtitles.${problem.kind}`)
  return isSingle ? t('subtitles.unread') : t('storyboards.unread', { number: problem.number })
}
