import { useMemo } from 'react'
import { create } from 'zustand'
import type { Parameters } from '../../shared/chat.ts'
import type { Memory } from '../../shared/memories.ts'
import { memoryText } from '../../shared/memory-text.ts'
import { sentMemories } from '../../shared/sent-memories.ts'
import { useApp } from './app-store.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** The facts of the memory, as last reported by main; null before. */
export const useMemories = create<{ readonly memories: readonly Memory[] | null }>(() => ({ memories: null }))

async function load(): Promise<void> {
  const answer = await call('memories.list', {})
  if (answer.ok) useMemories.setState({ memories: answer.value })
}

/** Loads the facts and keeps them up to date, for the lifetime of the page. */
export async function followMemories(): Promise<void> {
  on('memories.changed', (memories) => useMemories.setState({ memories }))
  on('transfer.imported', () => void load())
  onReconnect(() => void load())
  await load()
}

/** Returns the text of the memory that goes with the next request of a chat; empty if none does. */
export function useSentMemory({ memory, text }: Pick<Parameters, 'memory' | 'text'>): string {
  const isOn = useApp((state) => state.settings.memory) && memory !== false && text === undefined
  const memories = useMemories((state) => state.memories)
  return useMemo(
    () => (isOn && memories !== null ? memoryText(sentMemories(memories).sent.map((fact) => fact.text)) : ''),
    [isOn, memories],
  )
}
