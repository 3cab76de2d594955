import { create } from 'zustand'
import type { EmbeddingsState } from '../../shared/embeddings.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** State of semantic search, as last reported by main; null before that. */
export const useEmbeddings = create<{ readonly state: EmbeddingsState | null }>(() => ({ state: null }))

export function keepEmbeddings(state: EmbeddingsState): void {
  useEmbeddings.setState({ state })
}

/** Requests the current state from main. */
export async function loadEmbeddings(): Promise<void> {
  const answer = await call('embeddings.state', {})
  if (answer.ok) keepEmbeddings(answer.value)
}

/** Loads the state and keeps it up to date, for the lifetime of the page. */
export async function followEmbeddings(): Promise<void> {
  on('embeddings.changed', keepEmbeddings)
  onReconnect(() => void loadEmbeddings())
  await loadEmbeddings()
}
