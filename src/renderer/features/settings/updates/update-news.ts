import type { UpdateState } from '../../../../shared/updates.ts'

/** Returns the update state to show outside of the updates page; null for nothing. */
export function updateNews(state: UpdateState | null): 'available' | 'ready' | null {
  if (state === null) return null
  const { phase, wentBackFrom } = state
  if (phase.is === 'ready') return 'ready'
  // a running download has its own display
  const offer = 'offer' in phase && phase.is !== 'downloading' ? phase.offer : null
  // the user has tried that version, and returned from it
  return offer !== null && offer.version !== wentBackFrom ? 'available' : null
}
