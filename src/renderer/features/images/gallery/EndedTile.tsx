import type { CSSProperties } from 'react'
import type { ImageJob } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { imageCard } from '../jobs/image-card.ts'
import { StepButton } from '../jobs/StepButton.tsx'
import { canRefetch } from '../jobs.ts'
import { showNote } from '../studio-actions.ts'
import classes from './EndedTile.module.css'
import grid from './ImageGrid.module.css'

interface EndedTileProps {
  readonly job: ImageJob
  readonly frame: CSSProperties
}

/** A tile of a failed or unanswered request, with its reason and another try. It leads to its note. */
export function EndedTile({ job, frame }: EndedTileProps) {
  const { t } = useTranslation()
  const error = job.error ?? job.outcomes.find(({ state }) => state === 'failed')?.error ?? null
  const { icon: Icon } = imageCard(job)
  const title = promptTitle(job.request.prompt)
  const again = canRefetch(job) ? 'fetchAgain' : job.outcomes.length === 0 ? 'sendAgain' : null
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid, see ImageGrid
    <div role="listitem" className={`${grid.pending} ${grid.ended}`} style={frame}>
      <Button kind="plain" className={classes.open} title={title} onClick={() => showNote(job.id)}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes.reason}>{error === null ? t('images.unknown', { title }) : errorTitle(t, error)}</span>
        <span className={classes.more}>{t('images.noteShow')}</span>
      </Button>
      {again === null ? null : <StepButton job={job} step={again} />}
    </div>
  )
}
