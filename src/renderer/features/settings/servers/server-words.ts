import type { TFunction } from 'i18next'
import type { McpServer } from '../../../../shared/mcp.ts'

/** Returns the state of a server as a sentence. */
export function stateWords(t: TFunction, server: McpServer): string {
  switch (server.state) {
    case 'ready':
      return t('servers.ready', { count: server.toolCount })
    case 'failed':
      return problemWords(t, server)
    case 'starting':
      return server.problem === null ? t('servers.starting') : t('servers.startingAgain')
    default:
      return t(`servers.${server.state}`)
  }
}

function problemWords(t: TFunction, { problem, command, url }: McpServer): string {
  if (problem === null) return t('servers.failed')
  return t(`servers.problem.${problem}`, { command: visibleText(command), url: visibleText(url) })
}

/** Returns a foreign text with codes in place of characters that are invisible or reorder others. */
export function visibleText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?! )\p{Zs}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
