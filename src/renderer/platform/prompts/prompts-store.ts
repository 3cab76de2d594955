import { useMemo } from 'react'
import { create } from 'zustand'
import type { PromptLibrary } from '../../../shared/prompts.ts'
import { useLanguage } from '../app-store.ts'
import { call, on, onReconnect } from '../bridge/client.ts'
import { type ShownPrompt, shownPrompts } from './included-prompts.ts'

/** The library of prompts, as last reported by main; null before. */
export const usePromptLibrary = create<{ readonly library: PromptLibrary | null }>(() => ({ library: null }))

async function load(): Promise<void> {
  const answer = await call('prompts.list', {})
  if (answer.ok) usePromptLibrary.setState({ library: answer.value })
}

/** Loads the prompts and keeps them up to date, for the lifetime of the page. */
export async function followPrompts(): Promise<void> {
  on('prompts.changed', (library) => usePromptLibrary.setState({ library }))
  on('transfer.imported', () => void load())
  onReconnect(() => void load())
  await load()
}

/** Returns all prompts in the language of the interface; none while they load. */
export function usePrompts(): readonly ShownPrompt[] {
  const language = useLanguage()
  const library = usePromptLibrary((state) => state.library)
  return useMemo(() => (library === null ? [] : shownPrompts(library, language)), [library, language])
}
