import type { TFunction } from 'i18next'
import type { UnreadParts } from '../../../shared/unread-parts.ts'

/** Returns how much of a file its text leaves out, in words; null if everything was read. */
export function unreadWords(t: TFunction, language: string, unread: UnreadParts | undefined): string | null {
  if (unread === undefined || unread.length === 0) return null
  const counted = unread.map(({ count, kind }) => t(`files.unread.${kind}`, { count }))
  return t('files.unread.told', { list: new Intl.ListFormat(language, { type: 'conjunction' }).format(counted) })
}
