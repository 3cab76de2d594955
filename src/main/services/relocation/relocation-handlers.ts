import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { relocationCalls } from '../../../shared/ipc/relocation-calls.ts'
import type { DataMover } from './data-mover.ts'

/** Handlers of the calls about moving the data folder. */
export function relocationHandlers(mover: DataMover): HandlersOf<typeof relocationCalls> {
  return {
    'storage.place': () => mover.place(),
    'storage.chooseFolder': () => mover.choose(),
    'storage.checkMove': (input) => mover.check(input),
    'storage.move': (input) => mover.move(input),
    'storage.removeOld': () => mover.removeOld(),
    'storage.keepOld': () => mover.keepOld(),
  }
}
