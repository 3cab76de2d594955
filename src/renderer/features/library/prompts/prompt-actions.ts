import i18next from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput, CallName, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { lineText } from '../../../platform/line-text.ts'
import type { ShownPrompt } from '../../../platform/prompts/included-prompts.ts'

/** A parsed file of prompts, before anything of it is stored. */
export interface OfferedPrompts {
  readonly name: string
  readonly read: CallOutput<'prompts.read'>
}

const deletion = new LastDeletion()

/** Makes a change. Resolves to the error, or null. */
async function change<N extends CallName>(name: N, input: CallInput<N>): Promise<AppError | null> {
  const answer = await call(name, input)
  return answer.ok ? null : answer.error
}

export async function savePrompts(prompts: readonly Prompt[]): Promise<AppError | null> {
  return await change('prompts.put', { prompts })
}

/** Deletes a prompt, and offers undo. */
export async function deletePrompt({ id, isIncluded, text, title }: ShownPrompt): Promise<AppError | null> {
  const error = await change('prompts.remove', { id })
  if (error === null)
    deletion.tell(i18next.t('prompts.deleted', { title: lineText(title) }), async () => {
      if (isIncluded) await change('prompts.showIncluded', { id })
      else await savePrompts([{ id, title, text }])
    })
  return error
}

export async function showIncluded(): Promise<AppError | null> {
  return await change('prompts.showIncluded', {})
}

export async function exportPrompts(prompts: readonly Prompt[]): Promise<AppError | null> {
  const answer = await call('prompts.export', { prompts: prompts.map(({ id, text, title }) => ({ id, text, title })) })
  if (!answer.ok) return answer.error
  finishSaving(answer.value)
  return null
}

/** Reads a chosen file; nothing of it is stored yet. */
export async function readPrompts(file: File): Promise<OfferedPrompts | AppError> {
  const imported = await importFile(file)
  if (!imported.ok) return imported.error
  const answer = await call('prompts.read', { token: imported.value.token })
  return answer.ok ? { name: file.name, read: answer.value } : answer.error
}
