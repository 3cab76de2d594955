import { GitFork } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useForkProgress } from '../state/fork-progress.ts'
import classes from './Order.module.css'

/** The progress of copying a long chat, with a way to cancel it. */
export function ForkNote() {
  const { t } = useTranslation()
  const progress = useForkProgress((state) => state.progress)
  if (progress === null) return null
  const { conversationId, done, total } = progress
  return (
    <div className={classes.note}>
      <GitFork size={15} aria-hidden="true" />
      <span>{t('order.forking')}</span>
      <ProgressBar label={t('order.forking')} percent={(done / total) * 100} />
      <Button size="small" onClick={() => void call('chat.stopFork', { conversationId })}>
        {t('order.stopFork')}
      </Button>
    </div>
  )
}
