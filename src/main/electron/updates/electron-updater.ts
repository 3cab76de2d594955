import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { AppFailure, fail } from '../../../shared/errors.ts'
import { storageFailure } from '../../data-folder.ts'
import type { Clock, Fetch, Log, UpdaterPort } from '../../platform.ts'
import { type FeedConfig, readFeedConfig } from './feed-config.ts'
import { FeedRequests } from './feed-requests.ts'
import { keyFileName, readFeedKey } from './feed-signature.ts'
import { type KeptProgram, keepProgram, keptPath, keptProgram, tidyKept } from './kept-program.ts'
import { PartialDownload } from './partial-download.ts'
import { putStaged, stageProgram, tidyProgram } from './program-file.ts'
import { AppImageProgram, type InstallsSafely, WindowsProgram } from './programs.ts'

/** The surroundings that the shell knows when it opens. */
export interface UpdaterSurroundings {
  readonly version: string
  readonly isPackaged: boolean
  /**
   * Folder of the publisher's public key, if there is one. It is inside the app's archive, whose integrity Electron
   * checks.
   */
  readonly keys: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  /** Quits and starts the same program file again. */
  readonly relaunch: () => void
  readonly quit: () => void
}

export interface UpdaterParts extends UpdaterSurroundings {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Path of the running program. */
  readonly program: string
  /** Folder that holds `app-update.yml`. */
  readonly resources: string
}

/** The updater, with the function that the shell calls at the end of a quit. */
export interface ElectronUpdater extends UpdaterPort {
  /** Installs the armed update. Never throws: a failure is logged, and the old program stays. */
  atEnd(): void
}

/**
 * Creates the updater. Null if this copy is updated where it came from: a checkout, or a build without an update
 * address. Also null if the publisher's key cannot be read, because updates must not prevent the app from starting.
 */
export function createUpdater(parts: UpdaterParts): ElectronUpdater | null {
  const file = join(parts.resources, 'app-update.yml')
  const config = parts.isPackaged ? readFeedConfig(file) : null
  if (config === null) return null
  try {
    return new RunningUpdater(parts, file, config)
  } catch (cause) {
    parts.log('error', 'updates.off', { cause: String(cause).slice(0, 200) })
    return null
  }
}

/** Returns how a copy gets newer versions. */
export function wayOf({
  environment,
  platform,
  program,
}: Pick<UpdaterParts, 'environment' | 'platform' | 'program'>): 'app-image' | 'windows' | 'tells' {
  const { APPIMAGE: image, PORTABLE_EXECUTABLE_DIR: portable } = environment
  if (platform === 'linux') return image !== undefined && isReplaceable(image) ? 'app-image' : 'tells'
  const isInstalled = existsSync(join(dirname(program), 'Uninstall Atelier.exe'))
  return platform === 'win32' && portable === undefined && isInstalled ? 'windows' : 'tells'
}

function isReplaceable(image: string): boolean {
  try {
    accessSync(image, constants.W_OK)
    accessSync(dirname(image), constants.W_OK)
    return isAbsolute(image)
  } catch {
    return false
  }
}

class RunningUpdater implements ElectronUpdater {
  readonly kind: UpdaterPort['kind']
  readonly page: string
  private readonly parts: UpdaterParts
  private readonly requests: FeedRequests
  private readonly updater: AppUpdater & InstallsSafely
  private readonly way: ReturnType<typeof wayOf>
  /** The AppImage that can be replaced; null for every other kind of copy. */
  private readonly image: string | null
  private readonly keptFolder: string
  private armed: Parameters<UpdaterPort['arm']>[0] = 'never'

  constructor(parts: UpdaterParts, configFile: string, config: FeedConfig) {
    this.parts = parts
    this.way = wayOf(parts)
    this.kind = this.way === 'tells' ? 'tells' : 'installs'
    this.page = config.page
    const cache = cacheFolder(parts)
    const partial = new PartialDownload(join(cache, 'atelier-partial'))
    partial.tidy(parts.clock.now())
    this.requests = new FeedRequests({
      ...parts,
      partial,
      allows: config.allows,
      key: readFeedKey(join(parts.keys, keyFileName)),
    })
    const adapter = {
      version: parts.version,
      name: 'atelier',
      isPackaged: true,
      appUpdateConfigPath: configFile,
      // the library's random id of this computer; requests never send it
      userDataPath: join(cache, 'atelier-updater'),
      baseCachePath: cache,
      whenReady: async () => undefined,
      relaunch: () => parts.relaunch(),
      quit: () => parts.quit(),
      onQuit: () => undefined,
    }
    this.keptFolder = join(cache, 'atelier-previous')
    this.image = this.way === 'app-image' ? (parts.environment.APPIMAGE ?? null) : null
    this.updater =
      this.way === 'windows'
        ? new WindowsProgram(adapter, this.requests)
        : new AppImageProgram(adapter, this.requests, (program) => this.keepProgram(program))
    this.updater.setFeedURL(config.options)
    if (this.image === null) return
    tidyProgram(this.image)
    this.ifRunning(() => tidyKept(this.keptFolder, parts.version, parts.clock.now()))
  }

  previous(): Pick<KeptProgram, 'version'> | null {
    return this.image === null ? null : keptProgram(this.keptFolder, this.parts.version)
  }

  async stagePrevious(): Promise<void> {
    const kept = this.image === null ? null : keptProgram(this.keptFolder, this.parts.version)
    if (this.image === null || kept === null) fail('not_found', 'no older program is kept')
    try {
      stageProgram(this.image, keptPath(this.keptFolder), kept.sha512)
    } catch (cause) {
      if (cause instanceof AppFailure) throw cause
      throw storageFailure(cause, 'the older program')
    }
  }

  async check(channel: 'stable' | 'beta'): Promise<unknown> {
    // a channel allows downgrades, as setting it does
    this.updater.channel = channel === 'beta' ? 'beta' : 'latest'
    this.updater.allowPrerelease = channel === 'beta'
    this.updater.allowDowngrade = false
    const found = await this.withReportedErrors(() => this.updater.checkForUpdates())
    // The library keeps an earlier offer when a version is for other copies or newer systems, and would download that.
    return found?.isUpdateAvailable === true ? found.updateInfo : null
  }

  async download(onShare: (share: number) => void, signal: AbortSignal): Promise<void> {
    this.requests.onShare = onShare
    this.requests.signal = signal
    try {
      await this.withReportedErrors(() => this.updater.downloadUpdate())
    } finally {
      this.requests.signal = null
    }
  }

  arm(when: Parameters<UpdaterPort['arm']>[0]): void {
    this.armed = when
  }

  restart(): void {
    // the Windows installer starts the new version itself
    if (this.way === 'windows') this.parts.quit()
    else this.parts.relaunch()
  }

  atEnd(): void {
    if (this.armed === 'never') return
    if (this.armed === 'back') {
      this.putBack()
      return
    }
    const isInstalled = this.updater.install(true, this.armed === 'restart' && this.way === 'windows')
    this.parts.log(isInstalled ? 'info' : 'error', isInstalled ? 'updates.installed' : 'updates.not_installed')
  }

  /** Keeps the program that an update replaces. If that fails, the update proceeds, but cannot be reverted. */
  private keepProgram(program: string): void {
    this.ifRunning(() => keepProgram(this.keptFolder, program, this.parts.version, this.parts.clock.now()))
  }

  private ifRunning(run: () => void): void {
    try {
      run()
    } catch (cause) {
      this.parts.log('warn', 'updates.not_kept', { cause: String(cause).slice(0, 200) })
    }
  }

  private putBack(): void {
    if (this.image === null) return
    try {
      putStaged(this.image)
      this.parts.log('info', 'updates.gone_back')
    } catch (cause) {
      this.parts.log('error', 'updates.not_gone_back', { cause: String(cause).slice(0, 200) })
    }
  }

  private async withReportedErrors<T>(run: () => Promise<T>): Promise<T> {
    this.requests.failure = null
    try {
      return await run()
    } catch (cause) {
      // electron-updater hides the failure of a request in its own text
      if (this.requests.failure !== null) throw this.requests.failure
      if (cause instanceof AppFailure) throw cause
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
      if (/^E(NOSPC|DQUOT)$/.test(code)) return fail('storage_full')
      const isSigned = !/INVALID_SIGNATURE|CHECKSUM/.test(code)
      return fail(isSigned ? 'update_not_understood' : 'update_damaged', String(cause).slice(0, 200))
    }
  }
}

/** Returns the folder for downloads until they are installed, separate from the user's data. */
function cacheFolder({ environment, platform }: UpdaterParts): string {
  if (platform === 'win32') return environment.LOCALAPPDATA || join(homedir(), 'AppData', 'Local')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return environment.XDG_CACHE_HOME || join(homedir(), '.cache')
}
