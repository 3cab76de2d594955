import type { ImageJob } from '../../../../shared/image.ts'
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
  const job = useStudio(({ jobs, sendingAgain }) => (sendingAgain === null ? null : jobOf(jobs, sendingAgain)))
  return job === null ? null : <Asked job={job} />
}

function Asked({ job }: { job: ImageJob }) {
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
      onAgreed={() => void retryJob(job.id)}
    >
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
