import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { transferCalls } from '../../../shared/ipc/transfer-calls.ts'
import type { TransferService } from './transfer-service.ts'

/** Handlers of the calls about exports and imports. */
export function transferHandlers(transfer: TransferService): HandlersOf<typeof transferCalls> {
  return {
    'transfer.state': () => transfer.state(),
    'transfer.export': (input) => transfer.export(input),
    'transfer.save': (input) => transfer.save(input),
    'transfer.stretch': (input) => transfer.stretch(input),
    'transfer.savePicture': (input) => transfer.savePicture(input),
    'transfer.rendered': (input) => transfer.rendered(input),
    'transfer.inspect': (input) => transfer.inspect(input),
    'transfer.import': (input) => transfer.import(input),
    'transfer.cancel': () => transfer.cancel(),
  }
}
