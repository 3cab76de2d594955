import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { relocationCalls } from '../../../shared/ipc/relocation-calls.ts'
import type { Notice } from '../../../shared/notice.ts'
import type { Feature } from '../../feature.ts'
import type { Platform, Ports } from '../../platform.ts'
import type { BackupRunner } from '../backup/backup-runner.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { DataMover } from './data-mover.ts'
import { writeMoveNote } from './move-note.ts'

/** The relocation of the data folder. */
export interface Relocation extends Feature {
  readonly handlers: HandlersOf<typeof relocationCalls>
}

/** Returns the notice about a move at this start. */
export function movedNotice({ outcome }: Platform['whereabouts'], folder: string): readonly Notice[] {
  if (outcome === null) return []
  return [outcome.moved ? { code: 'data_moved', folder } : { code: 'move_failed', error: outcome.error }]
}

/** Composes the relocation services, and logs the outcome of a move. */
export function createRelocation(
  parts: Ports &
    Pick<Platform, 'folders' | 'restart' | 'whereabouts'> & {
      readonly dataFolder: string
      readonly runner: BackupRunner
      readonly remover: MediaRemover
      /** True if a move has to wait. */
      readonly busy: () => boolean
      readonly close: () => Promise<void>
    },
): Relocation {
  const { log, whereabouts } = parts
  if (whereabouts.outcome?.moved === true) log('info', 'data moved')
  if (whereabouts.outcome?.moved === false)
    log('warn', 'data not moved', { code: whereabouts.outcome.error.code, detail: whereabouts.outcome.error.detail })
  const mover = new DataMover({
    ...parts,
    home: whereabouts.home,
    changeOver: async (home, note) => {
      await parts.close()
      try {
        writeMoveNote(home, { ...note, phase: 'decided' })
      } finally {
        // still undecided, so the next start undoes it
        parts.restart()
      }
    },
  })
  return { handlers: relocationHandlers(mover) }
}

/** Handlers of the calls about moving the data folder. */
function relocationHandlers(mover: DataMover): HandlersOf<typeof relocationCalls> {
  return {
    'storage.place': () => mover.place(),
    'storage.chooseFolder': () => mover.chooseFolder(),
    'storage.checkMove': (input) => mover.check(input),
    'storage.move': (input) => mover.moveData(input),
    'storage.removeOld': () => mover.removeOld(),
    'storage.keepOld': () => mover.keepOld(),
  }
}
