import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { ToolCall } from '../../../../shared/tools.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useChat } from '../state/chat-store.ts'
import { reopenSilently } from './chat-actions.ts'

/** Sends the user's answer to the question about a call. */
export async function answerCall(answer: CallInput<'tools.answer'>): Promise<void> {
  const done = await call('tools.answer', answer)
  if (done.ok) return
  // a call that no longer waits was answered elsewhere, or has ended
  if (done.error.code !== 'not_found') useChat.setState({ actionError: done.error })
  await reopenSilently()
}

let focusedNext: string | null = null

/** Requests the focus for the line of a call when it replaces its question, so that the keyboard position is kept. */
export function focusLineOf(callId: string): void {
  focusedNext = callId
}

/** Returns true if the line of a call should take the focus; only once per request. */
export function takesFocus(callId: string): boolean {
  const takes = focusedNext === callId
  if (takes) focusedNext = null
  return takes
}

/** Saves the whole result of a call. */
export async function saveResult({ name, resultFile }: ToolCall): Promise<void> {
  if (resultFile === null) return
  const answer = await call('media.save', { mediaId: resultFile.id, name: `${name.slice(0, 60)}.txt` })
  if (answer.ok) finishSaving(answer.value)
  else useChat.setState({ actionError: answer.error })
}
