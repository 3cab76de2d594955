import type { EmbeddingsState } from '../../../shared/embeddings.ts'
import { appState } from '../../platform/app-store.ts'
import { useEmbeddings } from '../../platform/embeddings-store.ts'

/** Returns true if the user has started semantic search, so that a query may cost a request. */
export function isStarted(state: EmbeddingsState | null): boolean {
  return state?.isAvailable === true && (state.phase === 'running' || state.phase === 'paused')
}

/** Returns true if semantic search is on. */
export function searchesMeaning(): boolean {
  return appState().settings.searchByMeaning && isStarted(useEmbeddings.getState().state)
}
