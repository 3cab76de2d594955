import type { Parameters } from '../../../shared/chat.ts'

export type Context = Parameters['context']

/** The message after a message in the shown branch: null if it is the last, undefined if another branch is shown. */
export type Next = string | null | undefined

/** Requests that began with a deleted message begin with the one after it. */
export function movedOn(context: Context, messageId: string, next: Next): Context {
  if (context?.fromId !== messageId || next === undefined || next === null) return context
  return { ...context, fromId: next, chosenId: context.chosenId ?? messageId }
}

/** Lets requests begin again with the message that the user chose. */
export function movedBack(context: Context): Context {
  if (context?.chosenId === undefined) return context
  const { chosenId, ...others } = context
  return { ...others, fromId: chosenId }
}
