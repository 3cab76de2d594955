import type { Message } from '../../../../shared/chat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useChat } from '../state/chat-store.ts'
import { endOf, runningAnswers } from '../state/messages.ts'
import { paceWords } from '../state/usage-words.ts'
import { usePace } from '../state/use-pace.ts'
import classes from './Composer.module.css'

/** Speed of the running answer; nothing while several run, or while it waits. */
export function AnswerPace() {
  const answers = runningAnswers(useChat((state) => endOf(state.chat.open)))
  const [running] = answers
  if (running === undefined || answers.length > 1 || running.status.wait !== null || isAsking(running)) return null
  return <Pace messageId={running.id} />
}

/** Returns true while a tool of the answer waits for the user's decision, because a speed would then be meaningless. */
function isAsking({ calls = [] }: Message): boolean {
  return calls.some(({ state }) => state === 'asking')
}

function Pace({ messageId }: { messageId: string }) {
  const { t } = useTranslation()
  return <span className={classes.pace}>{usePace(messageId, (pace, now) => paceWords(t, pace, now))}</span>
}
