import { Square } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { ImageJob } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { TickingWords } from '../../../components/jobs/TickingWords.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { cancelJob } from '../job-actions.ts'
import { imageCard, tileWords } from '../jobs/image-card.ts'
import classes from './ImageGrid.module.css'

interface PendingTileProps {
  readonly job: ImageJob
  readonly first: boolean
  readonly frame: CSSProperties
}

/** Placeholder of an image being made. */
export function PendingTile({ job, first, frame }: PendingTileProps) {
  const { t } = useTranslation()
  const title = promptTitle(job.request.prompt)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid, see ImageGrid
    <div role="listitem" className={classes.pending} style={frame} title={title}>
      <TickingWords job={job} words={tileWords} />
      <span className={classes.pendingPrompt}>{title}</span>
      {first && imageCard(job).first.includes('cancel') ? (
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
