import { useEffect, useState } from 'react'
import type { ChatTarget } from '../../../../shared/chat.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useSentMemory } from '../../../platform/memory-store.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { sendable, useOpenFiles } from '../actions/composer-files.ts'
import { useDraft } from '../actions/use-draft.ts'
import { composerKey, type Picture, useChat } from '../state/chat-store.ts'
import { useOthers } from '../state/compared-models.ts'
import { messageTokens } from '../state/message-tokens.ts'
import { endOf } from '../state/messages.ts'
import { useMessageTarget } from '../state/target.ts'
import { useParameters } from '../state/use-parameters.ts'

export type Size = CallOutput<'chat.measure'>

/** The size of the next request: main's count of the conversation, and the total. */
export interface NextSize {
  readonly size: Size
  readonly tokens: number
  /** Number of pictures in it; their tokens are estimated by their size. */
  readonly pictures: number
  /** The requested models, each with the tokens that it receives. */
  readonly asked: readonly (ChatTarget & { readonly tokens: number })[]
}

const noPictures: readonly Picture[] = []
/** Delay before a chat is counted, in ms. Main reads its texts for that, and a chat that opens comes first. */
const countAfterMs = 250

const empty: Size = { tokens: 0, messages: 0, left: 0, pictures: 0, fit: null }

/** Returns the size of the conversation in the next request; null until main has counted. */
function useSize(targets: readonly ChatTarget[]): Size | null {
  const conversationId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const lastId = useChat((state) => endOf(state.chat.open).at(-1)?.id ?? null)
  const isStreaming = useChat((state) => state.chat.open?.conversation.streaming ?? false)
  const { contextMessages, context, system, tools } = useParameters()
  const memory = useSentMemory(useParameters())
  const sent = JSON.stringify([contextMessages, context, system, tools?.enabled, targets, memory])
  const [counted, setCounted] = useState<{ readonly of: string | null; readonly size: Size } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages and parameters are reasons to count again
  useEffect(() => {
    if (conversationId === null || isStreaming) return undefined
    const asked = targets.map((target) => ({ ...target, within: null }))
    let drop = () => clearTimeout(timer)
    const timer = setTimeout(() => {
      drop = whenAnswered(call('chat.measure', { conversationId, within: null, asked }), (answer) => {
        if (answer.ok) setCounted({ of: conversationId, size: answer.value })
      })
    }, countAfterMs)
    return () => drop()
  }, [conversationId, lastId, isStreaming, sent])
  if (conversationId === null) return empty
  return counted?.of === conversationId ? counted.size : null
}

/** Returns the size of the next request, a little after the user stopped typing; null until main has counted. */
export function useNextSize(): NextSize | null {
  const { connection, model } = useMessageTarget()
  const others = useOthers()
  const isChosen = connection !== null && model !== ''
  const targets = isChosen ? [{ connectionId: connection.id, model }, ...others] : []
  const size = useSize(targets)
  const draft = useDraft()
  const files = useOpenFiles()
  const pictures = useChat((state) => state.pictures[composerKey(state)]) ?? noPictures
  const parameters = useParameters()
  const memory = useSentMemory(parameters)
  const isNew = useChat((state) => state.chat.open === null)
  if (size === null) return null
  // main has counted the instructions and facts of an existing chat
  const beginning = () => estimateTokens(parameters.system).tokens + estimateTokens(memory).tokens
  const before = isNew ? beginning() : size.tokens
  const items = pictures.flatMap(({ item }) => item ?? [])
  const own = messageTokens(draft, sendable(files), items)
  // models that were just chosen are not counted yet
  const asked = targets.map((target, index) => ({
    ...target,
    tokens: (isNew ? before : (size.asked?.[index] ?? before)) + own,
  }))
  return { size, tokens: before + own, pictures: size.pictures + items.length, asked }
}
