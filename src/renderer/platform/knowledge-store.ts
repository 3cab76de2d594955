import { create } from 'zustand'
import type { Collection } from '../../shared/knowledge.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** All collections, as last reported by main; null before that. */
export const useCollections = create<{ readonly collections: readonly Collection[] | null }>(() => ({
  collections: null,
}))

/** Reloads the collections. */
export async function loadCollections(): Promise<void> {
  const answer = await call('knowledge.list', {})
  if (answer.ok) useCollections.setState({ collections: answer.value })
}

/** Loads the collections and keeps them up to date, for the lifetime of the page. */
export async function followCollections(): Promise<void> {
  on('knowledge.changed', () => void loadCollections())
  onReconnect(() => void loadCollections())
  await loadCollections()
}
