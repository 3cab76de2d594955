import { Modal } from '@mantine/core'
import type { Money } from '../../../../shared/prices.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { baseOf } from '../../../../shared/video-models.ts'
import { Button } from '../../../components/Button.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import dialog from '../../../components/window/dialog.module.css'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { resubmit } from '../job-actions.ts'
import { submitVideos } from '../submit.ts'
import { useCostOfVideos } from '../video-cost.ts'
import { useVideos } from '../videos-store.ts'
import classes from './JobQuestions.module.css'

function close(): void {
  useVideos.setState({ question: null })
}

interface PayQuestionProps {
  readonly count: number
  /** Model without its orientation. */
  readonly base: string
  /** Null where no price is known. */
  readonly cost: Money | null
  /** The prompt of a single video. */
  readonly prompt: string | null
  readonly onAgreed: () => void
}

/** Asks before videos are paid for, with their number and price. */
function PayQuestion({ base, cost, count, onAgreed, prompt }: PayQuestionProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Modal
      opened
      onClose={close}
      title={t('videos.payTitle', { count })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {prompt === null ? null : <p className={classes.prompt}>{promptTitle(prompt, 120)}</p>}
      <p className={dialog.text}>
        {cost === null
          ? t('videos.payUnknown', { model: base })
          : t('videos.payPrice', { price: moneyWords(language, cost) })}
      </p>
      <div className={dialog.actions}>
        <Button data-autofocus onClick={close}>
          {t('app.cancel')}
        </Button>
        <Button
          kind="primary"
          onClick={(event) => {
            swallowRepeat(event)
            close()
            onAgreed()
          }}
        >
          {count === 1 ? t('videos.submit') : t('videos.submitMany', { number: count })}
        </Button>
      </div>
    </Modal>
  )
}

/** Asks before a video is made once more. */
export function ResubmitQuestion({ job }: { job: VideoJob }) {
  const { model, prompt } = job.request
  const cost = useCostOfVideos(job.request)
  return <PayQuestion count={1} base={baseOf(model)} cost={cost} prompt={prompt} onAgreed={() => void resubmit(job)} />
}

/** Asks before many videos without a known price are submitted. */
export function ManyQuestion({ base, count }: { readonly base: string; readonly count: number }) {
  return <PayQuestion count={count} base={base} cost={null} prompt={null} onAgreed={() => void submitVideos(true)} />
}
