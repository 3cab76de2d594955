import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showWhole } from '../actions/stop-actions.ts'
import classes from './Message.module.css'

/** Offers what arrived of an answer after it was stopped. It was paid for, so it is kept. */
export function MoreText({ messageId }: { readonly messageId: string }) {
  const { t } = useTranslation()
  return (
    <Note
      tone="quiet"
      isSilent
      className={classes.state}
      steps={
        <Button size="small" onClick={() => showWhole(messageId)}>
          {t('message.showMore')}
        </Button>
      }
    >
      {t('message.moreText')}
    </Note>
  )
}
