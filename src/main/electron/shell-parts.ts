import { spawn } from 'node:child_process'
import type { ClientRequestConstructorOptions } from 'electron'
import type { Clock, Fetch, Log, Platform, ProxyPort, Secrets } from '../platform.ts'
import { createKeychain } from '../secrets/keychain.ts'
import { systemClock } from '../system-clock.ts'
import { osOf } from './electron-platform.ts'
import { ElectronRoutes, partitionFor } from './electron-routes.ts'
import { createGatewayFetch } from './gateway-fetch.ts'
import type { ElectronHost } from './host.ts'
import { createLinkFetch } from './link-fetch.ts'
import { createUpdater, type ElectronUpdater, type UpdaterSurroundings } from './updates/electron-updater.ts'

/** Dependencies of the shell other than Electron's windows: computer, network, process. */
export interface ShellParts {
  readonly os: Platform['os']
  /** Clock for the deadlines of the window and the shutdown. */
  readonly clock: Clock
  readonly secrets: (log: Log) => Secrets
  /** Called only after ready, when sessions exist. */
  readonly fetch: () => Fetch
  readonly linkFetch: () => Fetch
  readonly proxy: ProxyPort
  /** Creates the updater; null if this copy is updated where it came from. */
  readonly updater: (about: UpdaterSurroundings) => ElectronUpdater | null
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly process: ProcessEvents
  /** `process.argv`, with the program first. */
  readonly words: readonly string[]
  /** Starts a program of the system and does not wait for it. */
  readonly run: (program: string, words: readonly string[]) => void
}

/** The part of Node's `process` that the shell listens to. */
export interface ProcessEvents {
  on(event: 'uncaughtException', listener: (cause: unknown) => void): unknown
  on(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
}

/** Returns the parts over the real Electron. */
export function runningParts(host: ElectronHost): ShellParts {
  const network = {
    open: (partition: string) => host.session.fromPartition(partition, { cache: false }),
    request: (options: ClientRequestConstructorOptions) => host.net.request(options),
  }
  const routes = new ElectronRoutes({
    fetchOver: (partition, way) => createGatewayFetch({ ...network, partition, way }),
    resolve: async (partition, way, url) => {
      const session = network.open(partitionFor(partition, way))
      if (way.config !== null) await session.setProxy(way.config)
      return await session.resolveProxy(url)
    },
  })
  return {
    os: osOf(process.platform),
    clock: systemClock,
    secrets: (log) => createKeychain({ clock: systemClock, log }),
    fetch: () => createGatewayFetch({ ...network, way: routes.now }),
    linkFetch: () => createLinkFetch({ ...network, way: routes.now }),
    proxy: routes,
    updater: (about) =>
      createUpdater({
        ...about,
        ...{ environment: process.env, platform: process.platform, program: process.execPath },
        resources: process.resourcesPath,
      }),
    environment: process.env,
    process,
    words: process.argv,
    run: (program, words) => {
      const child = spawn(program, words, { stdio: 'ignore', detached: true })
      // a system without this program opens no links
      child.on('error', () => undefined)
      child.unref()
    },
  }
}
