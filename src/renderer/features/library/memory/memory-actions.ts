import i18next from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type { Memory } from '../../../../shared/memories.ts'
import type { MemoryRefusal } from '../../../../shared/memory-limits.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { call } from '../../../platform/bridge/client.ts'

/** Why a change was not made: an error, or the reason of main. */
export type MemoryFault = { readonly error: AppError } | { readonly refused: MemoryRefusal }

const deletion = new LastDeletion()

/** Stores facts. Resolves to the reason why not, or null. */
export async function saveMemories(memories: readonly Memory[]): Promise<MemoryFault | null> {
  const answer = await call('memories.put', { memories })
  if (!answer.ok) return { error: answer.error }
  const { refused } = answer.value
  return refused === null ? null : { refused }
}

/** Deletes a fact, and offers undo. */
export async function deleteMemory(memory: Memory): Promise<MemoryFault | null> {
  const answer = await call('memories.remove', { id: memory.id })
  if (!answer.ok) return { error: answer.error }
  deletion.tell(i18next.t('memory.deleted'), async () => void (await saveMemories([memory])))
  return null
}
