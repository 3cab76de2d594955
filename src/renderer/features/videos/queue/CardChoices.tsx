import { Captions } from 'lucide-react'
import type { VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { moveTarget } from '../../../components/jobs/queue-move.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem, type MenuItemProps } from '../../../components/menu/MenuItem.tsx'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { AddToStoryboard } from '../storyboard/AddToStoryboard.tsx'
import { openVideoSubtitles } from '../subtitles/subtitles-store.ts'
import { useVideos } from '../videos-store.ts'
import { choiceWords } from './choice-words.ts'
import { runChoice } from './run-choice.ts'
import classes from './VideoCard.module.css'
import { VideoCollectionItems } from './VideoCollections.tsx'
import { type VideoStep, videoCard } from './video-card.ts'
import { WordMenu } from './WordMenu.tsx'

interface CardChoicesProps {
  readonly job: VideoJob
  readonly title: string
  readonly tab: number
}

const moveOf = { moveTop: 'top', moveUp: 'up', moveDown: 'down' } as const

/** Returns true if a move would leave the job in its place. */
function isIdle(choice: VideoStep, line: readonly string[], jobId: string): boolean {
  if (choice !== 'moveTop' && choice !== 'moveUp' && choice !== 'moveDown') return false
  return line.includes(jobId) && moveTarget(line, jobId, moveOf[choice]) === undefined
}

/** Buttons for a job's state. */
export function CardChoices({ job, title, tab }: CardChoicesProps) {
  const { t } = useTranslation()
  const { first } = videoCard(job)
  if (first.length === 0) return null
  return (
    <div className={classes.choices}>
      {first.map((choice) => (
        <Button
          key={choice}
          className={classes.choice}
          tabIndex={tab}
          aria-label={choice === 'cancel' ? t('videos.cancelJob', { title }) : undefined}
          onClick={() => runChoice(choice, job)}
        >
          {choiceWords(t, choice)}
        </Button>
      ))}
      <WordMenu job={job} tab={tab} className={classes.choice} />
    </div>
  )
}

/** Menu with all other actions of a job. */
export function CardMenu({ job, title, tab }: CardChoicesProps) {
  const { t } = useTranslation()
  return (
    <MoreMenu
      words={t('videos.actionsOf', { title })}
      iconSize={16}
      className={classes.more}
      tabIndex={tab}
      title={t('app.more')}
    >
      <MoreItems job={job} more={videoCard(job).more} />
    </MoreMenu>
  )
}

/** Further actions. Mounted only while the menu is open, so that a change of the queue renders no cards. */
function MoreItems({ job, more }: { job: VideoJob; more: readonly VideoStep[] }) {
  const { t } = useTranslation()
  const line = useVideos((state) => state.line)
  const item = (choice: VideoStep): MenuItemProps => ({
    disabled: isIdle(choice, line, job.id),
    onPress: (event) => {
      // other cards lie under the menu
      swallowRepeat(event)
      runChoice(choice, job)
    },
    children: choiceWords(t, choice),
  })
  return (
    <>
      {more.map((choice) => (choice === 'delete' ? null : <MenuItem key={choice} {...item(choice)} />))}
      <ShowRequestItem itemId={job.id} />
      {job.file === null ? null : (
        <MenuItem icon={Captions} onPress={() => openVideoSubtitles(job)}>
          {t('subtitles.open')}
        </MenuItem>
      )}
      {job.file === null ? null : <AddToStoryboard jobIds={[job.id]} />}
      {job.file === null ? null : <VideoCollectionItems jobIds={[job.id]} />}
      {more.includes('delete') ? <DeleteItem {...item('delete')} /> : null}
    </>
  )
}
