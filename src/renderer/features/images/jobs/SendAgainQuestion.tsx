import type { ImageChange, ImageJob } from '../../../../shared/image.ts'
import { otherPictureField } from '../../../../shared/image-kinds.ts'
import { costOf, type Money, priceFor } from '../../../../shared/prices.ts'
import dialog from '../../../components/dialog/dialog.module.css'
import { PayDialog } from '../../../components/dialog/PayDialog.tsx'
import { jobOf } from '../../../components/jobs/job-list.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { retryJob } from '../job-actions.ts'
import { useStudio } from '../studio-store.ts'

/** Asks before a request is sent again, with its number of pictures and its price. */
export function SendAgainQuestion() {
  const asked = useStudio((state) => state.sendingAgain)
  const job = useStudio(({ jobs, sendingAgain }) => (sendingAgain === null ? null : jobOf(jobs, sendingAgain.jobId)))
  return job === null || asked === null ? null : <Asked job={job} change={asked.change} />
}

function Asked({ change, job }: { change: ImageChange | null; job: ImageJob }) {
  const { t } = useTranslation()
  const { model, n, prompt } = job.request
  return (
    <PayDialog
      title={t('images.sendAgainTitle', { count: n })}
      model={model}
      cost={useCostOf(job)}
      prompt={prompt}
      confirm={t('images.sendAgain')}
      onClose={() => useStudio.setState({ sendingAgain: null })}
      onAgreed={() => void retryJob(job.id, change)}
    >
      {change === 'firstPicture' ? <p className={dialog.text}>{t('images.firstOnlyText')}</p> : null}
      {change === 'withoutSpecial' ? <p className={dialog.text}>{t('images.withoutOptionsText')}</p> : null}
      {change === 'otherField' ? (
        <p className={dialog.text}>{t('images.otherFieldText', { field: otherPictureField(job.request) })}</p>
      ) : null}
      {job.status === 'unknown' ? <p className={dialog.text}>{t('images.unknownText')}</p> : null}
    </PayDialog>
  )
}

/** Returns the cost of a job's pictures at current prices; null if no price is known. */
function useCostOf({ request }: ImageJob): Money | null {
  const { connectionId, model, n } = request
  const price = useMoney(({ prices }) => priceFor(prices, connectionId, model))
  const nano = price === null ? null : costOf({ images: n }, price)
  return price === null || nano === null ? null : { currency: price.currency, nano }
}
