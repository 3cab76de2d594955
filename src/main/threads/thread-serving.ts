import { type MessagePort, parentPort } from 'node:worker_threads'
import { fail } from '../../shared/errors.ts'
import { failureOf } from '../faults.ts'
import type { FromThread, Questions, ToThread } from './thread-calls.ts'

/** An answer for each question of a thread. */
export type Answers<Q extends Questions<Q>> = {
  readonly [N in keyof Q]: (input: Q[N]['input']) => Q[N]['output']
}

export interface ServingParts<Order> {
  readonly onOrder?: (order: Order) => void
  /** Called after each answer was sent, with the name of its question. */
  readonly onAnswered?: (name: string) => void
  /** Closes the thread's files. No call is answered afterwards, and the thread ends on its own. */
  readonly onEnd: () => void | Promise<void>
}

/**
 * Answers the questions of `ThreadCalls` within a thread. A throw refuses the question with its AppError. Returns a
 * function that reports news without a question.
 */
export function serveCalls<Q extends Questions<Q>, Order = never, News = never>(
  answers: Answers<Q>,
  { onAnswered, onEnd, onOrder }: ServingParts<Order>,
): (news: News) => void {
  const port = ownPort()
  const say = (message: FromThread<News>): void => port.postMessage(message)
  port.on('message', async (message: ToThread<Order>) => {
    switch (message.kind) {
      case 'ask':
        say(answered(answers, message))
        onAnswered?.(message.name)
        return
      case 'order':
        onOrder?.(message.order)
        return
      case 'end':
        await onEnd()
        // nothing is left to wait for, so the thread ends on its own
        port.close()
        return
      default:
        message satisfies never
    }
  })
  return (news) => say({ kind: 'news', news })
}

function answered(
  answers: object,
  { id, input, name }: { readonly id: number; readonly name: string; readonly input: unknown },
): FromThread<never> {
  try {
    const answer: ((input: unknown) => unknown) | undefined = Reflect.get(answers, name)
    return {
      kind: 'answer',
      id,
      value: answer === undefined ? fail('internal', `no answer to ${name}`) : answer(input),
    }
  } catch (cause) {
    return { kind: 'refused', id, error: failureOf(cause) }
  }
}

function ownPort(): MessagePort {
  if (parentPort === null) throw new Error('this is a thread')
  return parentPort
}

/**
 * Runs the tasks of `ThreadTasks`. The thread holds nothing but its own memory and can be terminated at any moment.
 * `buffersOf` returns the buffers of an answer that move instead of being copied.
 */
export function serveTasks<Task, Answer>(
  run: (task: Task) => Answer | Promise<Answer>,
  buffersOf: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const port = ownPort()
  port.on('message', async (task: Task) => {
    const answer = await run(task)
    port.postMessage(answer, [...buffersOf(answer)])
  })
}
