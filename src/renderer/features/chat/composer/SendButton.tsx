import { ArrowUp, Square } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { pressRestMs } from '../../../components/forms/press-guard.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { sendComposer } from '../actions/answer-actions.ts'
import { areReady, filesToSend, isReading, ownFiles, useOpenFiles } from '../actions/composer-files.ts'
import { focusComposer } from '../actions/drafts.ts'
import { useLateSend } from '../actions/late-send.ts'
import { stopRunning } from '../actions/stop-actions.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { useComposerEmpty } from '../state/composer-empty.ts'
import { endOf, runningAnswers } from '../state/messages.ts'
import classes from './SendButton.module.css'

/** The button that sends the message; it stops the answers while they run. */
export function SendButton() {
  const { t } = useTranslation()
  const answers = runningAnswers(useChat((state) => endOf(state.chat.open)))
  const pictures = useChat((state) => state.pictures[composerKey(state)])
  const sending = useChat((state) => state.sending)
  const empty = useComposerEmpty((state) => state.empty)
  const attached = useOpenFiles()
  const isWaiting = useLateSend(({ waiting }) => waiting !== null)
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  // a press waits for files that are being read, but not for a decision about one
  const isAsked = !areReady(attached) && !attached.some(isReading)
  const own = (pictures?.length ?? 0) + filesToSend(ownFiles(attached)).length
  const nothing = empty && own === 0
  if (answers.length === 0)
    return (
      <Button
        kind="plain"
        className={classes.send}
        aria-label={t('composer.send')}
        title={t('composer.send')}
        disabled={nothing || sending || isAsked || isWaiting}
        onClick={(event) => {
          sentAt.current = event.timeStamp
          void sendComposer()
          // the button is disabled while the message waits; Escape cancels it
          if (useLateSend.getState().waiting !== null) focusComposer()
        }}
      >
        <ArrowUp size={18} strokeWidth={2} />
      </Button>
    )
  const words = answers.length > 1 ? t('compare.stopAll') : t('composer.stop')
  return (
    <Button
      kind="plain"
      className={`${classes.send} ${classes.stop}`}
      aria-label={words}
      title={words}
      onClick={(event) => {
        // Stop replaces Send, and the second click of a double click must not hit it
        if (event.timeStamp - sentAt.current < pressRestMs) return
        void stopRunning()
        focusComposer()
      }}
    >
      <Square size={12} fill="currentColor" />
    </Button>
  )
}
