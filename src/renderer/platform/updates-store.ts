import { create } from 'zustand'
import type { UpdateState } from '../../shared/updates.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** The state of updates, as last reported by main; null before that. */
const useStore = create<{ readonly state: UpdateState | null }>(() => ({ state: null }))

export function useUpdates<T>(select: (state: UpdateState | null) => T): T {
  return useStore(({ state }) => select(state))
}

async function load(): Promise<void> {
  const answer = await call('updates.get', {})
  if (answer.ok) useStore.setState({ state: answer.value })
}

/** Loads the state of updates, and keeps it up to date, for the lifetime of the page. */
export async function followUpdates(): Promise<void> {
  on('updates.changed', (state) => useStore.setState({ state }))
  onReconnect(() => void load())
  await load()
}
