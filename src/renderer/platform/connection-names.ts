import i18next from 'i18next'
import type { ConnectionList } from '../../shared/connection.ts'

/** Returns the list with its built-in connections named in the current language, which main does not know. */
export function inShownLanguage(list: ConnectionList): ConnectionList {
  // the startup names them again once the translations are loaded
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
