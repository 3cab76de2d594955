import { useMemo } from 'react'
import { create } from 'zustand'
import type { AssistantLibrary } from '../../../shared/assistants.ts'
import { useLanguage } from '../app-store.ts'
import { call, on, onReconnect } from '../bridge/client.ts'
import { type ShownAssistant, shownAssistants } from './included-assistants.ts'

/** The library of assistants, as last reported by main; null before. */
export const useAssistantLibrary = create<{ readonly library: AssistantLibrary | null }>(() => ({ library: null }))

async function load(): Promise<void> {
  const answer = await call('assistants.list', {})
  if (answer.ok) useAssistantLibrary.setState({ library: answer.value })
}

/** Loads the assistants and keeps them up to date, for the lifetime of the page. */
export async function followAssistants(): Promise<void> {
  on('assistants.changed', (library) => useAssistantLibrary.setState({ library }))
  on('transfer.imported', () => void load())
  onReconnect(() => void load())
  await load()
}

/** Returns all assistants in the language of the interface; none while they load. */
export function useAssistants(): readonly ShownAssistant[] {
  const language = useLanguage()
  const library = useAssistantLibrary((state) => state.library)
  return useMemo(() => (library === null ? [] : shownAssistants(library, language)), [library, language])
}
