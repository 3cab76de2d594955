import { useEffect, useState } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { streamTexts, useChat } from '../chat-store.ts'
import { endOf, runningAnswers } from '../messages.ts'
import { paceWords } from '../thread/usage-words.ts'
import classes from './Composer.module.css'

/** Speed of the running answer. Nothing while several run, or while it waits. */
export function AnswerPace() {
  const answers = runningAnswers(useChat((state) => endOf(state.chat.open)))
  const [running] = answers
  if (running === undefined || answers.length > 1 || running.status.wait !== null || isAsking(running)) return null
  return <Pace messageId={running.id} />
}

/** True while a tool of the answer waits for the person's decision: its speed then means nothing. */
function isAsking({ calls = [] }: Message): boolean {
  return calls.some(({ state }) => state === 'asking')
}

/** Updates twice a second, whatever the number of deltas. */
function Pace({ messageId }: { messageId: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const pace = streamTexts.pace(messageId)
  return <span className={classes.pace}>{pace === null ? '' : paceWords(t, pace, now)}</span>
}
