import i18next from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { WaitingFile } from '../../../../shared/watched-folder.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { call } from '../../../platform/bridge/client.ts'
import { requestNow } from '../intake/take-files.ts'
import { tellError } from '../tell-error.ts'
import { useWatch } from './watch-store.ts'

const leaving = new LastDeletion()

/** Lets the user choose a folder; a shell without a dialog asks for its path. */
export async function chooseFolder(): Promise<void> {
  const answer = await call('watch.choose', { path: null })
  if (!answer.ok) tellError(answer.error)
  else if (answer.value === 'ask') useWatch.setState({ dialog: 'path' })
}

/** Watches the folder at a path. Resolves to the error, or null. */
export async function choosePath(path: string): Promise<AppError | null> {
  const answer = await call('watch.choose', { path })
  return answer.ok ? null : answer.error
}

export async function endWatch(): Promise<void> {
  tell(await call('watch.end', {}))
}

/** Turns automatic sending on or off. Resolves to the error, or null. */
export async function setAutomatic(automatic: CallInput<'watch.setAutomatic'>['automatic']): Promise<AppError | null> {
  const answer = await call('watch.setAutomatic', { automatic })
  return answer.ok ? null : answer.error
}

/** Queues recordings with the choices of the form, once per press. */
export async function sendFiles(files: readonly WaitingFile[]): Promise<void> {
  const fileIds = files.map(({ id }) => id)
  await paidPresses.once('watched folder', fileIds.join(' '), async () => {
    const request = await requestNow()
    if (request !== null) tell(await call('watch.send', { fileIds, request }))
  })
}

/** Takes a recording off the list, and offers undo. */
export async function leaveFile({ id, name }: WaitingFile): Promise<void> {
  const answer = await call('watch.leave', { fileIds: [id], isLeft: true })
  if (!answer.ok) tellError(answer.error)
  else
    leaving.tell(i18next.t('transcription.watch.leftOut', { name }), async () => {
      tell(await call('watch.leave', { fileIds: [id], isLeft: false }))
    })
}

/** Ends the note about recordings that came meanwhile. */
export async function noteMissed(): Promise<void> {
  tell(await call('watch.noted', {}))
}

function tell(answer: Result<unknown>): void {
  if (!answer.ok) tellError(answer.error)
}
