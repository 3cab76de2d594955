import type { TFunction } from 'i18next'
import { Button } from '../../../components/Button.tsx'
import frames from '../../../components/frames.module.css'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { Note } from '../../../components/Note.tsx'
import { sentences } from '../../../components/words/sentences.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { cancelSaving, encodeFilm } from './film-actions.ts'
import classes from './Storyboard.module.css'
import { removeEntry } from './storyboard-actions.ts'
import { type FilmObstacle, useStoryboards } from './storyboard-store.ts'

/** Progress of saving a film, or why it was not saved. */
export function SavingNotes() {
  const saving = useStoryboards((state) => state.saving)
  const obstacle = useStoryboards((state) => state.obstacle)
  if (saving !== null) return <Progress stage={saving.stage} part={saving.part} />
  return obstacle === null ? null : <Obstacle obstacle={obstacle} />
}

function Progress({ part, stage }: { readonly part: number; readonly stage: 'joining' | 'encoding' }) {
  const { t } = useTranslation()
  const words = t(`storyboards.${stage}`)
  return (
    <div className={classes.notes}>
      <div className={frames.work}>
        <div className={frames.workWords}>
          <span role="status">{words}</span>
          <ProgressBar label={words} percent={Math.round(part * 100)} />
        </div>
        <Button onClick={cancelSaving}>{t('app.cancel')}</Button>
      </div>
    </div>
  )
}

function Obstacle({ obstacle }: { readonly obstacle: FilmObstacle }) {
  const { t } = useTranslation()
  const shown = useStoryboards((state) => state.shown)
  const entryId = obstacle.kind === 'unable' ? null : obstacle.entryId
  const number = (shown?.entries.findIndex(({ id }) => id === entryId) ?? -1) + 1
  return (
    <Note
      className={classes.notes}
      onDismiss={() => useStoryboards.setState({ obstacle: null })}
      steps={<Step obstacle={obstacle} />}
    >
      <p>{obstacleWords(t, obstacle, number)}</p>
    </Note>
  )
}

/** The one step that helps. */
function Step({ obstacle }: { readonly obstacle: FilmObstacle }) {
  const { t } = useTranslation()
  switch (obstacle.kind) {
    case 'differs':
      return (
        <Button size="small" onClick={() => void encodeFilm()}>
          {t('storyboards.encode')}
        </Button>
      )
    case 'missing':
    case 'unread':
      return (
        <Button size="small" onClick={() => void removeEntry(obstacle.entryId)}>
          {t('storyboards.removeIt')}
        </Button>
      )
    case 'unable':
      return null
    default:
      return obstacle satisfies never
  }
}

function obstacleWords(t: TFunction, obstacle: FilmObstacle, number: number): string {
  switch (obstacle.kind) {
    case 'differs':
      return sentences(t, t(`storyboards.differs.${obstacle.by}`, { number }), t('storyboards.encodeHint'))
    case 'missing':
      return t('storyboards.missing', { number })
    case 'unread':
      return t('storyboards.unread', { number })
    case 'unable':
      return t('storyboards.unable')
    default:
      return obstacle satisfies never
  }
}
