import { useEffect } from 'react'
import { create } from 'zustand'
import type { AppError } from '../../shared/errors.ts'
import type { Catalogue } from '../../shared/model.ts'
import { call } from './bridge/client.ts'

interface ModelsState {
  readonly catalogues: Readonly<Record<string, Catalogue>>
  /** Connections whose gateway is being asked. */
  readonly asking: readonly string[]
  /** Why the last call to main failed; an error of the gateway is in the catalogue. */
  readonly error: AppError | null
}

/** The stored model lists by connection. */
export const useModels = create<ModelsState>(() => ({ catalogues: {}, asking: [], error: null }))

export function keepCatalogue(connectionId: string, catalogue: Catalogue): void {
  useModels.setState((state) => ({ catalogues: { ...state.catalogues, [connectionId]: catalogue } }))
}

const running = new Map<string, Promise<void>>()

/** Loads a catalogue; asks the gateway on `refresh` or when none is stored. Concurrent calls share one request. */
export function loadModels(connectionId: string, refresh: boolean): Promise<void> {
  const already = running.get(connectionId)
  if (already) return already
  const loading = load(connectionId, refresh).finally(() => running.delete(connectionId))
  running.set(connectionId, loading)
  return loading
}

async function load(connectionId: string, refresh: boolean): Promise<void> {
  useModels.setState((state) => ({ asking: [...state.asking, connectionId], error: null }))
  let answer = await call('models.list', { connectionId, refresh })
  if (answer.ok && !refresh && answer.value.fetchedAt === null) {
    answer = await call('models.list', { connectionId, refresh: true })
  }
  useModels.setState((state) => ({ asking: state.asking.filter((id) => id !== connectionId) }))
  if (answer.ok) keepCatalogue(connectionId, answer.value)
  else useModels.setState({ error: answer.error })
}

/** Loads the models of a connection while its panel is shown, unless they are known. */
export function useLoadedModels(connectionId: string | null): void {
  const known = useModels((state) => connectionId !== null && state.catalogues[connectionId] !== undefined)
  useEffect(() => {
    if (connectionId !== null && !known) void loadModels(connectionId, false)
  }, [connectionId, known])
}
