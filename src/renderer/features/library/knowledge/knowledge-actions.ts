import i18next from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput, CallName } from '../../../../shared/ipc/contract.ts'
import type { KnowledgeSource, ReadingProblem } from '../../../../shared/knowledge.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { loadCollections } from '../../../platform/knowledge-store.ts'

/** A file that was not added, with the reason. */
export interface RefusedFile {
  readonly name: string
  readonly problem: ReadingProblem
}

const deletion = new LastDeletion()

/** Makes a change and shows the resulting collections. Resolves to the error, or null. */
export async function changeKnowledge<N extends CallName>(name: N, input: CallInput<N>): Promise<AppError | null> {
  const answer = await call(name, input)
  await loadCollections()
  return answer.ok ? null : answer.error
}

/** Deletes a collection, and offers undo. */
export async function deleteCollection(id: string, name: string): Promise<AppError | null> {
  const error = await changeKnowledge('knowledge.delete', { id })
  if (error === null)
    deletion.tell(i18next.t('knowledge.deleted', { name }), async () => {
      await changeKnowledge('knowledge.restore', { id })
    })
  return error
}

/** Removes a source, and offers undo. */
export async function removeSource({ id }: KnowledgeSource, name: string): Promise<AppError | null> {
  const error = await changeKnowledge('knowledge.removeSource', { id })
  if (error === null)
    deletion.tell(i18next.t('knowledge.removedSource', { name }), async () => {
      await changeKnowledge('knowledge.restoreSource', { id })
    })
  return error
}

/** Adds chosen files. Resolves to the refused ones, or to the error of the call. */
export async function addFiles(
  collectionId: string,
  files: readonly File[],
): Promise<{ readonly refused: readonly RefusedFile[]; readonly error: AppError | null }> {
  const tokens: { sourceId: string; token: string }[] = []
  for (const file of files) {
    const imported = await importFile(file)
    if (!imported.ok) return { refused: [], error: imported.error }
    tokens.push({ sourceId: crypto.randomUUID(), token: imported.value.token })
  }
  if (tokens.length === 0) return { refused: [], error: null }
  const answer = await call('knowledge.addFiles', { collectionId, files: tokens })
  await loadCollections()
  return answer.ok ? { refused: answer.value, error: null } : { refused: [], error: answer.error }
}
