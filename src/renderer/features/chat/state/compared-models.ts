import type { ChatTarget, Parameters } from '../../../../shared/chat.ts'
import { columnsMax } from '../../../../shared/parameter-limits.ts'
import { appState, useApp } from '../../../platform/app-store.ts'
import { useChat } from './chat-store.ts'
import { type Target, useOnceTarget, useTarget } from './target.ts'

/** Returns true if both name the same model of the same connection. */
export function isSameTarget(a: ChatTarget, b: ChatTarget): boolean {
  return a.connectionId === b.connectionId && a.model === b.model
}

/** Returns the models that answer in addition to `own`: those chosen for the chat whose connections exist. */
export function comparedWith(
  { compare, text }: Pick<Parameters, 'compare' | 'text'>,
  own: Target,
  connectionIds: readonly string[],
): readonly ChatTarget[] {
  const { connection, model } = own
  if (compare?.on !== true || text !== undefined || connection === null) return []
  return compare.others.filter(
    (other) =>
      connectionIds.includes(other.connectionId) && !isSameTarget(other, { connectionId: connection.id, model }),
  )
}

/** Returns the part of a call that names the models asked in addition to `own`. */
export function othersFor(own: Target): { readonly others?: ChatTarget[] } {
  const state = useChat.getState()
  const parameters = state.chat.open?.conversation.parameters ?? state.newParameters
  const ids = appState().connections.connections.map(({ id }) => id)
  const others = comparedWith(parameters, own, ids)
  return others.length === 0 ? {} : { others: [...others] }
}

const nobody: readonly ChatTarget[] = []

/** Returns the models that answer the next message in addition to the chat's own. */
export function useOthers(): readonly ChatTarget[] {
  const own = useTarget()
  const once = useOnceTarget()
  const parameters = useChat((state) => state.chat.open?.conversation.parameters ?? state.newParameters)
  const connections = useApp((state) => state.connections.connections)
  if (once !== null) return nobody
  return comparedWith(
    parameters,
    own,
    connections.map(({ id }) => id),
  )
}

/** Returns the set with a model appended, or removed if it was included. A full set is returned unchanged. */
export function toggled(others: readonly ChatTarget[], target: ChatTarget): readonly ChatTarget[] {
  const without = others.filter((other) => !isSameTarget(other, target))
  if (without.length < others.length) return without
  return others.length < columnsMax - 1 ? [...others, target] : others
}

/** Returns the set after the user chose one of its models to continue with. The chat's former model takes its place. */
export function afterPick(others: readonly ChatTarget[], picked: ChatTarget, own: ChatTarget): readonly ChatTarget[] {
  if (isSameTarget(picked, own)) return others
  const kept = others.filter((other) => !isSameTarget(other, own) && !isSameTarget(other, picked))
  return [own, ...kept].slice(0, columnsMax - 1)
}
