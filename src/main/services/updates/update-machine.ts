import type { AppError } from '../../../shared/errors.ts'
import type { UpdateOffer, UpdatePhase } from '../../../shared/updates.ts'
import { isNewer } from '../../../shared/versions.ts'

/** Event of an update. */
export type UpdateEvent =
  | { readonly event: 'check' | 'cancelled' | 'download' | 'downloaded' }
  | { readonly event: 'found'; readonly offer: UpdateOffer | null }
  | { readonly event: 'progress'; readonly share: number }
  | { readonly event: 'failed'; readonly error: AppError }

/** Returns true if the feed may be read now: not during a download, and not once an update is ready. */
export function mayCheck(phase: UpdatePhase): boolean {
  return phase.is !== 'checking' && phase.is !== 'downloading' && phase.is !== 'ready'
}

/** Returns the update that may be downloaded now, by the user's choice, or null. */
export function mayDownload(phase: UpdatePhase): UpdateOffer | null {
  return phase.is === 'available' || phase.is === 'failed' ? phase.offer : null
}

/**
 * Returns the phase after an event; an event that does not fit changes nothing. A version that is not above `current`
 * is not an update, whatever the feed says.
 */
export function phaseAfter(phase: UpdatePhase, happened: UpdateEvent, current: string): UpdatePhase {
  switch (happened.event) {
    case 'check':
      return mayCheck(phase) ? { is: 'checking', offer: mayDownload(phase) } : phase
    case 'found':
      if (phase.is !== 'checking') return phase
      return happened.offer !== null && isNewer(happened.offer.version, current)
        ? { is: 'available', offer: happened.offer }
        : { is: 'newest' }
    case 'download': {
      const offer = mayDownload(phase)
      return offer === null ? phase : { is: 'downloading', offer, share: 0 }
    }
    case 'progress':
      return phase.is === 'downloading'
        ? { ...phase, share: Math.min(1, Math.max(phase.share, happened.share)) }
        : phase
    case 'downloaded':
      return phase.is === 'downloading' ? { is: 'ready', offer: phase.offer } : phase
    case 'cancelled':
      return phase.is === 'downloading' ? { is: 'available', offer: phase.offer } : phase
    case 'failed':
      // the update that an earlier check found is still there
      if (phase.is === 'checking') return { is: 'failed', of: 'check', offer: phase.offer, error: happened.error }
      return phase.is === 'downloading'
        ? { is: 'failed', of: 'download', offer: phase.offer, error: happened.error }
        : phase
    default:
      return happened satisfies never
  }
}
