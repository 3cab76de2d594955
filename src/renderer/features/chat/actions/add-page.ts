import { filesMax } from '../../../../shared/attached-file-limits.ts'
import { call } from '../../../platform/bridge/client.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { changeComposerFiles, composerFilesOf, type FileRefusal, filesToSend, replace } from './composer-files.ts'

/** Reads a page of the web into the composer, as a file. */
export async function addPage(url: string): Promise<void> {
  const key = composerKey(useChat.getState())
  const refusal: FileRefusal | null = filesToSend(composerFilesOf(key)).length < filesMax ? null : { by: 'count' }
  const entry = { key: crypto.randomUUID(), name: new URL(url).host, file: null, refusal, source: null }
  changeComposerFiles(key, (before) => [...before.filter((other) => other.refusal === null), entry])
  if (refusal !== null) return
  const answer = await call('web.read', { url })
  if (!answer.ok) replace(key, { ...entry, refusal: { by: 'error', code: answer.error.code } })
  else if (answer.value.state === 'refused')
    replace(key, { ...entry, refusal: { by: 'reader', problem: answer.value.problem } })
  else replace(key, { ...entry, name: answer.value.file.name, file: answer.value.file })
}
