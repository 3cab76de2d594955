import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { picturesMax } from '../../../../shared/chat-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { focusComposer } from '../actions/drafts.ts'
import { cancelLateSend, dismissUnsent, useLateSend } from '../actions/late-send.ts'
import type { Unsent } from '../actions/late-step.ts'
import { refusalWords } from '../files/file-words.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import classes from './Composer.module.css'

/** Makes Escape cancel a waiting message, before its other meanings apply. */
function useCancelKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      if (event.target instanceof Element && event.target.closest('input, select, [aria-expanded="true"]') !== null)
        return
      if (cancelLateSend()) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A note on when the waiting message will be sent, or why it was not sent. */
export function LateSendNote() {
  const { t } = useTranslation()
  const key = useChat(composerKey)
  const on = useLateSend(({ waiting }) => (waiting?.key === key ? waiting.on : null))
  const isWaiting = on !== null
  const unsent = useLateSend((state) => (state.unsent?.key === key ? state.unsent.reason : null))
  useCancelKey()
  const end = isWaiting ? cancelLateSend : dismissUnsent
  return (
    <div className={classes.late} data-shown={isWaiting || unsent !== null || undefined}>
      <p role="status">{on !== null ? t(`files.late.${on}`) : unsent === null ? null : unsentWords(t, unsent)}</p>
      {isWaiting || unsent !== null ? (
        <Button
          size="small"
          onClick={() => {
            end()
            focusComposer()
          }}
        >
          {isWaiting ? t('files.late.cancel') : t('app.dismiss')}
        </Button>
      ) : null}
    </div>
  )
}

function unsentWords(t: TFunction, unsent: Unsent): string {
  switch (unsent.why) {
    case 'unread': {
      const { refusal } = unsent
      const reason =
        refusal.by === 'pictures' ? t('composer.tooMany', { count: picturesMax }) : refusalWords(t, refusal)
      return t('files.late.unread', { name: lineText(unsent.name, nameMax), reason })
    }
    case 'tooLong':
      return t('files.late.tooLong', { name: lineText(unsent.name, nameMax) })
    case 'answerFailed':
      return t('files.late.answerFailed')
    case 'left':
      return t('files.late.left')
  }
}

/** Shown length of a name, in characters. */
const nameMax = 120
