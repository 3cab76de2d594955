import type { ClientRequestConstructorOptions } from 'electron'
import type { Clock, Fetch, Log, Platform, Secrets } from '../platform.ts'
import { createKeychain } from '../secrets/keychain.ts'
import { systemClock } from '../system-clock.ts'
import { osOf } from './electron-platform.ts'
import { createGatewayFetch } from './gateway-fetch.ts'
import type { ElectronHost } from './host.ts'
import { createLinkFetch } from './link-fetch.ts'

/** Dependencies of the shell besides Electron's windows: computer, network, process. */
export interface ShellParts {
  readonly os: Platform['os']
  /** Clock for the deadlines of the window and the shutdown. */
  readonly clock: Clock
  readonly secrets: (log: Log) => Secrets
  /** Called only after ready, when sessions exist. */
  readonly fetch: () => Fetch
  readonly linkFetch: () => Fetch
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly process: ProcessEvents
}

/** The part of Node's `process` that the shell listens to. */
export interface ProcessEvents {
  on(event: 'uncaughtException', listener: (cause: unknown) => void): unknown
  on(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
}

/** The parts over the real Electron. */
export function runningParts(host: ElectronHost): ShellParts {
  const network = {
    open: (partition: string) => host.session.fromPartition(partition, { cache: false }),
    request: (options: ClientRequestConstructorOptions) => host.net.request(options),
  }
  return {
    os: osOf(process.platform),
    clock: systemClock,
    secrets: (log) => createKeychain({ clock: systemClock, log }),
    fetch: () => createGatewayFetch(network),
    linkFetch: () => createLinkFetch(network),
    environment: process.env,
    process,
  }
}
