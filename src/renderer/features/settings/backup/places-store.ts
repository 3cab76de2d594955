import { useEffect } from 'react'
import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { PlacesState } from '../../../../shared/places.ts'
import { call, on } from '../../../platform/bridge/client.ts'

/** Main's last report about backup destinations; null before the first. */
const useStore = create<{ readonly state: PlacesState | null; readonly error: AppError | null }>(() => ({
  state: null,
  error: null,
}))

/** Shows a state returned by a call. */
export function showPlaces(state: PlacesState): void {
  useStore.setState({ state, error: null })
}

/** Returns the backup destinations while the page is mounted; null until main has answered. */
export function usePlaces(): { readonly state: PlacesState | null; readonly error: AppError | null } {
  useEffect(() => {
    const stop = on('places.changed', showPlaces)
    void call('places.list', {}).then((answer) => {
      if (answer.ok) showPlaces(answer.value)
      else useStore.setState({ error: answer.error })
    })
    return stop
  }, [])
  return useStore()
}
