import i18next from 'i18next'
import type { ConnectionList } from '../../shared/connection.ts'

/** The list with its built-in connections named in the language shown: main does not know it. */
export function inShownLanguage(list: ConnectionList): ConnectionList {
  // the start names them again once the words are read
  if (!i18next.isInitialized) return list
  return {
    ...list,
    connections: list.connections.map((connection) =>
      connection.kind === 'gateway'
        ? connection
        : { ...connection, name: i18next.t(`connection.builtIn.${connection.kind}`) },
    ),
  }
}
