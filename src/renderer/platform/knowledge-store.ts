import { create } from 'zustand'
import type { Collection } from '../../shared/knowledge.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** All collections, as main last told; null until it has. */
export const useCollections = create<{ readonly collections: readonly Collection[] | null }>(() => ({
  collections: null,
}))

/** Reads the collections anew. */
export async function loadCollections(): Promise<void> {
  const answer = await call('knowledge.list', {})
  if (answer.ok) useCollections.setState({ collections: answer.value })
}

/** Loads the collections and keeps them up to date, as long as the page lives. */
export async function followCollections(): Promise<void> {
  on('knowledge.changed', () => void loadCollections())
  onReconnect(() => void loadCollections())
  await loadCollections()
}
