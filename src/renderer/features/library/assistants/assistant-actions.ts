import i18next from 'i18next'
import type { Assistant } from '../../../../shared/assistants.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput, CallName, CallOutput } from '../../../../shared/ipc/contract.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { lineText } from '../../../platform/line-text.ts'
import type { ShownAssistant } from '../../../platform/prompts/included-assistants.ts'

/** A parsed file of assistants, before anything of it is stored. */
export interface OfferedAssistants {
  readonly name: string
  readonly read: CallOutput<'assistants.read'>
}

const deletion = new LastDeletion()

/** Makes a change. Resolves to the error, or null. */
async function change<N extends CallName>(name: N, input: CallInput<N>): Promise<AppError | null> {
  const answer = await call(name, input)
  return answer.ok ? null : answer.error
}

export async function saveAssistants(assistants: readonly Assistant[]): Promise<AppError | null> {
  return await change('assistants.put', { assistants })
}

/** Deletes an assistant, and offers undo. */
export async function deleteAssistant({ isIncluded, ...assistant }: ShownAssistant): Promise<AppError | null> {
  const { id, name } = assistant
  const error = await change('assistants.remove', { id })
  if (error === null)
    deletion.tell(i18next.t('assistants.deleted', { title: lineText(name) }), async () => {
      if (isIncluded) await change('assistants.showIncluded', { id })
      else await saveAssistants([assistant])
    })
  return error
}

export async function showIncluded(): Promise<AppError | null> {
  return await change('assistants.showIncluded', {})
}

export async function exportAssistants(assistants: readonly ShownAssistant[]): Promise<AppError | null> {
  const answer = await call('assistants.export', {
    assistants: assistants.map(({ isIncluded: _, ...assistant }) => assistant),
  })
  if (!answer.ok) return answer.error
  finishSaving(answer.value)
  return null
}

/** Reads a chosen file; nothing of it is stored yet. */
export async function readAssistants(file: File): Promise<OfferedAssistants | AppError> {
  const imported = await importFile(file)
  if (!imported.ok) return imported.error
  const answer = await call('assistants.read', { token: imported.value.token })
  return answer.ok ? { name: file.name, read: answer.value } : answer.error
}

type Told = Pick<Assistant, 'name' | 'parameters'>

/** Returns the assistants of a file that do not exist yet, each once. */
export function newAssistants<A extends Told>(read: readonly A[], present: readonly Told[]): readonly A[] {
  const keyOf = ({ name, parameters }: Told): string => JSON.stringify([name.trim(), parameters.system.trim()])
  const seen = new Set(present.map(keyOf))
  return read.filter((assistant) => {
    const key = keyOf(assistant)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
