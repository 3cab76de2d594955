import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { networkCalls } from '../../../shared/ipc/network-calls.ts'
import { type NetworkParts, NetworkService } from './network-service.ts'

/** The network settings. */
export interface NetworkFeature {
  readonly handlers: HandlersOf<typeof networkCalls>
  /** Begins to apply the stored route; requests wait for it. */
  begin(): void
}

export function createNetwork(parts: NetworkParts): NetworkFeature {
  const service = new NetworkService(parts)
  return {
    begin: () => void service.start(),
    handlers: {
      'network.get': () => service.networkState(),
      'network.retry': () => service.retryRoute(),
      'network.save': (input) => service.saveRoute(input),
      'network.test': (input) => service.test(input),
    },
  }
}
