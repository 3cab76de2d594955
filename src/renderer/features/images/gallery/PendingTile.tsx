import { Square } from 'lucide-react'
import type { ImageJob } from '../../../../shared/image.ts'
import { isUnderWay } from '../../../../shared/job-phase.ts'
import { Button } from '../../../components/Button.tsx'
import { elapsedWords, secondsUntil } from '../../../components/words/figure-words.ts'
import { useSecond } from '../../../components/words/use-now.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { cancelJob } from '../job-actions.ts'
import classes from './ImageGrid.module.css'

interface PendingTileProps {
  readonly job: ImageJob
  readonly first: boolean
  readonly x: number
  readonly y: number
}

/** Placeholder of an image being made. */
export function PendingTile({ job, first, x, y }: PendingTileProps) {
  const { t } = useTranslation()
  const title = promptTitle(job.request.prompt)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid, see ImageGrid
    <div role="listitem" className={classes.pending} style={{ '--x': `${x}px`, '--y': `${y}px` }} title={title}>
      <Words job={job} />
      <span className={classes.pendingPrompt}>{title}</span>
      {first && isUnderWay(job.status) ? (
        <Button
          kind="plain"
          className={classes.stop}
          aria-label={t('images.cancelJob', { title })}
          title={t('images.cancel')}
          onClick={() => void cancelJob(job.id)}
        >
          <Square size={11} fill="currentColor" aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  )
}

function Words({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  const now = useSecond()
  if (job.status === 'queued') return <span>{t('images.queued')}</span>
  if (job.status === 'waiting' && job.retryAt !== null) {
    return <span>{t('images.again', { time: elapsedWords(secondsUntil(job.retryAt, now) * 1000) })}</span>
  }
  if (job.outcomes.some(({ goesOn }) => goesOn === true)) return <span>{t('images.goesOn')}</span>
  return <span>{elapsedWords(now - (job.sentAt ?? job.createdAt))}</span>
}
