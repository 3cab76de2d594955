import i18next from 'i18next'
import { fileNameMax, filesMax } from '../../../../shared/attached-file-limits.ts'
import type { Conversation } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { shownTitle } from '../state/shown-title.ts'
import { isWithheld } from '../state/temporary-open.ts'
import {
  changeComposerFiles,
  composerFilesOf,
  type FileRefusal,
  replace,
  filesToSend as takenFiles,
} from './composer-files.ts'

/**
 * Adds the newest turns of an earlier chat to the message, as a file. Its name says how much of the chat it contains.
 */
export async function addChat(conversation: Conversation): Promise<void> {
  if (isWithheld()) return
  const key = composerKey(useChat.getState())
  const title = shownTitle(i18next.t, conversation)
    .replace(/[/\\:*?"<>|]+/g, ' ')
    .trim()
  const refusal: FileRefusal | null = takenFiles(composerFilesOf(key)).length < filesMax ? null : { by: 'count' }
  const entry = { key: crypto.randomUUID(), name: title, file: null, refusal, source: null }
  changeComposerFiles(key, (before) => [...before.filter((other) => other.refusal === null), entry])
  if (refusal !== null) return
  const answer = await call('files.readChat', { sourceId: conversation.id })
  if (!answer.ok) {
    replace(key, { ...entry, refusal: { by: 'error', code: answer.error.code } })
    return
  }
  const { reading, taken, total } = answer.value
  if (reading.state === 'refused') {
    replace(key, { ...entry, refusal: { by: 'reader', problem: reading.problem } })
    return
  }
  const part = taken < total ? i18next.t('files.chatPart', { taken, total }) : ''
  const name = `${title.slice(0, fileNameMax - part.length - 3).toWellFormed()}${part}.md`
  replace(key, { ...entry, name, file: { ...reading.file, name } })
}
