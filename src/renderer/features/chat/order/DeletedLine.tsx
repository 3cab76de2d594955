import { Trash2 } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { restoreDeletions } from '../actions/delete-actions.ts'
import { useDeletions } from '../actions/deletions.ts'
import classes from './Order.module.css'

/** A line in place of messages deleted since the chat was opened, with a way to restore them. */
export function DeletedLine({ afterId }: { readonly afterId: string | null }) {
  const { t } = useTranslation()
  const conversationId = useDeletions((state) => state.conversationId)
  const line = useDeletions(({ lines }) => lines.find((other) => other.afterId === afterId))
  if (line === undefined || conversationId === null) return null
  return (
    <p className={classes.origin} role="status">
      <Trash2 size={14} aria-hidden="true" />
      <span>{t('order.deleted', { count: line.count })}</span>
      <Button kind="link" onClick={() => void restoreDeletions(conversationId, line.ids)}>
        {t('order.restore')}
      </Button>
    </p>
  )
}
