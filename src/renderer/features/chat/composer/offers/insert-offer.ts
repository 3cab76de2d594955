import i18next from 'i18next'
import type { Result } from '../../../../../shared/ipc/result.ts'
import type { McpInsert } from '../../../../../shared/mcp-offers.ts'
import { call } from '../../../../platform/bridge/client.ts'
import { showToast } from '../../../../platform/toasts.ts'
import { composerText, fillComposer } from '../../actions/drafts.ts'
import { addLibraryPicture } from '../../actions/pictures.ts'
import { composerKey, useChat } from '../../state/chat-store.ts'
import { useMenu } from '../../state/menu-store.ts'

/** Requests a prompt from a server and puts it into the composer. Nothing is sent. */
export async function insertPrompt(
  serverId: string,
  name: string,
  server: string,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  await insert(server, call('mcp.prompt', { serverId, name, arguments: given }))
}

/** Reads a resource of a server and puts it into the composer. Nothing is sent. */
export async function insertResource(serverId: string, uri: string, server: string): Promise<void> {
  await insert(server, call('mcp.resource', { serverId, uri }))
}

async function insert(server: string, asked: Promise<Result<McpInsert>>): Promise<void> {
  const owner = composerKey(useChat.getState())
  useMenu.setState({ waitsFor: server })
  const answer = await asked
  useMenu.setState({ waitsFor: null })
  // another conversation was opened meanwhile
  if (composerKey(useChat.getState()) !== owner) return
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  const { text, pictures, leftOut, isCut } = answer.value
  const before = composerText().trimEnd()
  if (text !== '') fillComposer(before === '' ? text : `${before}\n\n${text}`)
  for (const picture of pictures) addLibraryPicture(picture)
  if (isCut) showToast(i18next.t('offers.cut'))
  if (leftOut > 0) showToast(i18next.t('offers.leftOut', { count: leftOut }))
}
