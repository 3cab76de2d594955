import { call, reachable } from '../../../platform/bridge/client.ts'
import { chatNow, streamTexts, streamThoughts, useChat } from '../state/chat-store.ts'
import { endOf, runningAnswers, withBeside } from '../state/messages.ts'
import { reopenSilently } from './chat-actions.ts'

/** Streams whose stop is on its way to main. */
const underWay = new Set<string>()

/**
 * Stops an answer. The page draws no further text of it from the press on, however long main takes to hear of it. While
 * main cannot be reached, the stop waits.
 */
export async function stopAnswer(messageId: string): Promise<void> {
  const message = withBeside(chatNow().open?.messages ?? []).find(({ id }) => id === messageId)
  const stream = `${messageId} ${message?.stream}`
  if (underWay.has(stream)) return
  underWay.add(stream)
  streamTexts.hold(messageId, message?.text ?? '')
  streamThoughts.hold(messageId, message?.thinking?.text ?? '')
  const answer = await toldMain(messageId)
  underWay.delete(stream)
  if (answer.ok) return
  showWhole(messageId)
  useChat.setState({ actionError: answer.error })
  // the answer had already ended, unnoticed by the page
  await reopenSilently()
}

/** Tells main to stop an answer. A lost call is repeated, because stopping twice changes nothing. */
async function toldMain(messageId: string): ReturnType<typeof call<'chat.stop'>> {
  for (;;) {
    const answer = await call('chat.stop', { messageId })
    if (answer.ok || answer.error.code !== 'connection_lost') return answer
    await reachable()
  }
}

/** Stops every answer of the open conversation that is running. */
export async function stopRunning(): Promise<void> {
  await Promise.all(runningAnswers(endOf(chatNow().open)).map(({ id }) => stopAnswer(id)))
}

/** Shows all of an answer that was stopped, also what arrived after the press. */
export function showWhole(messageId: string): void {
  streamTexts.release(messageId)
  streamThoughts.release(messageId)
}
