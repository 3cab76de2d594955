import { AppFailure, appError, fail } from '../../../../shared/errors.ts'
import { serveTasks } from '../../../threads/thread-serving.ts'
import type { ImportAnswer, ImportTask } from './import-messages.ts'
import { ImportReading } from './import-reading.ts'

let reading: ImportReading | null = null

serveTasks(async (task: ImportTask) => await done(task).catch(refused))

async function done(task: ImportTask): Promise<ImportAnswer> {
  if (task.kind === 'open') {
    reading = await ImportReading.openFile(task)
    return { kind: 'opened', format: reading.format, jsonBytes: reading.jsonBytes }
  }
  if (task.kind === 'close') {
    reading?.close()
    reading = null
    return { kind: 'closed' }
  }
  const open = reading ?? fail('internal', 'no import is open')
  switch (task.kind) {
    case 'next':
      return await open.nextItems()
    case 'picture':
      return await open.stagePicture(task.ref)
    case 'media':
      return await open.readMediaEntry(task.entry)
  }
}

function refused(cause: unknown): ImportAnswer {
  if (cause instanceof AppFailure) return { kind: 'refused', error: cause.error }
  // nested deeper than the stack, or longer than a string can be
  if (cause instanceof RangeError) return { kind: 'refused', error: appError('import_not_read', cause.message) }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return { kind: 'failed', code, message: String(cause).slice(0, 200) }
}
