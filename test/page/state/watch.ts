import type { CallInput, EventName, EventPayload } from '../../../src/shared/ipc/contract.ts'
import type { WaitingFile, WatchedFolder } from '../../../src/shared/watched-folder.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

const nothingSeen: WatchedFolder = {
  ...{ path: '/media/recorder/Talks', isHere: true, isCut: false, automatic: null, spentNano: 0 },
  ...{ waiting: [], waitingTotal: 0, held: 0, missed: 0 },
}

/** A watched folder, in which recordings come as a test says. */
export class WatchInMemory {
  readonly handlers: SomeHandlers
  private folder: WatchedFolder | null = null
  private readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void

  constructor(emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void) {
    this.emit = emit
    this.handlers = {
      'watch.get': () => this.folder,
      'watch.choose': ({ path }: CallInput<'watch.choose'>) => {
        if (path === null) return 'ask'
        this.change({ path })
        return 'chosen'
      },
      'watch.end': () => this.set(null),
      'watch.setAutomatic': ({ automatic }: CallInput<'watch.setAutomatic'>) => this.change({ automatic }),
      'watch.send': ({ fileIds }: CallInput<'watch.send'>) => this.wait(this.others(fileIds)),
      'watch.leave': ({ fileIds, isLeft }: CallInput<'watch.leave'>) =>
        this.wait(isLeft ? this.others(fileIds) : [...this.others(fileIds), ...fileIds.map((id) => recording(id))]),
      'watch.noted': () => this.change({ missed: 0 }),
    }
  }

  /** Changes the state, as main reports it. */
  change(changes: Partial<WatchedFolder>): null {
    return this.set({ ...(this.folder ?? nothingSeen), ...changes })
  }

  /** Lets these recordings wait. */
  wait(waiting: readonly WaitingFile[]): null {
    return this.change({ waiting, waitingTotal: waiting.length })
  }

  private others(fileIds: readonly string[]): readonly WaitingFile[] {
    return (this.folder?.waiting ?? []).filter(({ id }) => !fileIds.includes(id))
  }

  private set(folder: WatchedFolder | null): null {
    this.folder = folder
    this.emit('watch.changed', { folder })
    return null
  }
}

/** A waiting recording of two minutes; its name is its id. */
export function recording(id: string, changes: Partial<WaitingFile> = {}): WaitingFile {
  return { id, name: id, bytes: 4_000_000, duration: 120_000, reason: 'press', ...changes }
}
