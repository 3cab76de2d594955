import type { TFunction } from 'i18next'

/** What the rail shows at a panel's button. */
export interface Badge {
  /** How many; null shows a dot, for something that has no number. */
  readonly count: number | null
  /** Whether the person has something to decide there. */
  readonly needsAttention: boolean
  /** The same in words, for a screen reader and the tooltip. */
  readonly words: string
}

/** The badge of a panel with jobs. Jobs that need the person come before jobs that run. */
export function jobBadge(t: TFunction, attention: number, running: Omit<Badge, 'needsAttention'> | null): Badge | null {
  if (attention === 0) return running === null ? null : { ...running, needsAttention: false }
  const words = [t('app.needsAttention', { count: attention }), running?.words].filter(Boolean).join(' · ')
  return { count: attention, needsAttention: true, words }
}
