import type { TFunction } from 'i18next'
import type { Connection } from '../../../shared/connection.ts'

/** Where the key of a connection is, in words. */
export function keyWords(t: TFunction, connection: Connection): string {
  if (connection.kind === 'demo') return t('connection.demoKey')
  const { kept, lastFour } = connection.key
  switch (kept) {
    case 'keychain':
      return lastFour === null ? t('connection.keychain') : t('connection.keychainLast', { last: lastFour })
    case 'run':
      return lastFour === null ? t('connection.run') : t('connection.runLast', { last: lastFour })
    case 'none':
      return t('connection.none')
    default:
      return kept satisfies never
  }
}
