import type { UpdateState } from '../../../../shared/updates.ts'

/** What there is to tell of updates outside of their page; null for nothing. */
export function updateNews(state: UpdateState | null): 'available' | 'ready' | null {
  if (state === null) return null
  const { phase, wentBackFrom } = state
  if (phase.is === 'ready') return 'ready'
  // a download under way shows itself
  const offer = 'offer' in phase && phase.is !== 'downloading' ? phase.offer : null
  // the user has seen that version, and left it
  return offer !== null && offer.version !== wentBackFrom ? 'available' : null
}
