import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { requestCalls } from '../../../shared/ipc/request-calls.ts'
import type { Feature } from '../../feature.ts'
import type { KeyValueStore, Log } from '../../platform.ts'
import { RequestLog, type RequestLogParts } from './request-log.ts'
import { RequestShelf } from './request-shelf.ts'

export type { RequestLog } from './request-log.ts'

/** True if requests are kept on disk. Stored outside of the settings, so that no backup turns it on. */
const keptKey = 'keepRequests'

/** The request inspector: requests to gateways and their answers. */
export interface Requests extends Feature {
  readonly handlers: HandlersOf<typeof requestCalls>
  readonly log: RequestLog
  /** Resolves when the kept requests are read and new ones are written. */
  settled(): Promise<void>
}

export interface RequestsParts extends RequestLogParts {
  readonly dataFolder: string
  readonly store: KeyValueStore
  readonly log: Log
}

export function createRequests(parts: RequestsParts): Requests {
  const { dataFolder, store } = parts
  const log = new RequestLog(parts)
  const shelf = new RequestShelf(dataFolder, parts.log)
  let loading = Promise.resolve()
  const isKept = (): boolean => store.get(keptKey) === true
  return {
    log,
    handlers: {
      'requests.list': () => log.listRequests(),
      'requests.get': (input) => log.get(input),
      'requests.clear': () => log.clear(),
      'requests.kept': () => ({ kept: isKept() }),
      'requests.keep': ({ kept }) => {
        store.set(keptKey, kept)
        log.keepOn(kept ? shelf : null)
        return null
      },
    },
    start() {
      // a crash may have come between the switch and the removal
      if (!isKept()) return shelf.clear()
      log.keepOn(shelf)
      loading = shelf.load().then((earlier) => log.takeIn(earlier))
    },
    async settled() {
      await loading
      await shelf.settled()
    },
  }
}
