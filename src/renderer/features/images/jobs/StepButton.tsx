import type { TFunction } from 'i18next'
import type { MouseEvent } from 'react'
import type { ImageJob } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { askToSendAgain, cancelJob, dismissJob, refetchJob } from '../job-actions.ts'
import type { ImageStep } from './image-card.ts'

interface StepShown {
  readonly words: (t: TFunction) => string
  readonly run: (jobId: string, event: MouseEvent) => void
}

const steps: Readonly<Record<ImageStep, StepShown>> = {
  cancel: { words: (t) => t('images.cancel'), run: (id) => void cancelJob(id) },
  fetchAgain: { words: (t) => t('steps.fetchAgain'), run: (id) => void refetchJob(id) },
  sendAgain: {
    words: (t) => t('images.sendAgainAsk'),
    run: (id, event) => {
      // a double press must not close the question
      swallowRepeat(event)
      askToSendAgain(id)
    },
  },
  dismiss: { words: (t) => t('app.dismiss'), run: (id) => void dismissJob(id) },
}

/** Button of a step in a note. */
export function StepButton({ job, step }: { job: ImageJob; step: ImageStep }) {
  const { t } = useTranslation()
  const { run, words } = steps[step]
  return (
    <Button size="small" onClick={(event) => run(job.id, event)}>
      {words(t)}
    </Button>
  )
}
