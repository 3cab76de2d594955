import { fail } from '../../../shared/errors.ts'
import type { UpdatePhase, UpdateState } from '../../../shared/updates.ts'
import { toAppError } from '../../gateway/errors.ts'
import type { KeyValueStore, Ports, UpdaterPort } from '../../platform.ts'
import { copyBefore, dropGoBack, noteGoBack } from '../../storage/go-back.ts'
import type { SettingsService } from '../app/settings-service.ts'
import { versionHistory } from '../app/version-history.ts'
import { offerOf } from './found-update.ts'
import { mayCheck, mayDownload, phaseAfter, type UpdateEvent } from './update-machine.ts'

/** Quiet time after the start before the first check, and time between checks, in ms. */
const restMs = 20_000
const everyMs = 12 * 60 * 60_000

export interface UpdateParts extends Pick<Ports, 'clock' | 'ending' | 'events' | 'log'> {
  /** The updater; null if this copy is updated by its own source, such as a package manager. */
  readonly updater: UpdaterPort | null
  readonly version: string
  readonly settings: Pick<SettingsService, 'get' | 'onChange'>
  readonly store: Pick<KeyValueStore, 'get'>
  readonly dataFolder: string
  /** Resolves once requests may be sent. Throws an AppFailure if they must not. */
  readonly mayAsk: () => Promise<void>
  /** True if a restart would interrupt nothing. */
  readonly mayRestart: () => boolean
}

/** Finds newer versions, downloads them by the user's choice, and decides when to install them. */
export class UpdateService {
  private readonly parts: UpdateParts
  private phase: UpdatePhase = { is: 'idle' }
  private checkedAt: number | null = null
  private downloading: { readonly cancelDownload: AbortController; readonly ended: Promise<void> } | null = null
  private stopWaiting = (): void => undefined
  private isGoingBack = false

  constructor(parts: UpdateParts) {
    this.parts = parts
  }

  start(): void {
    if (this.parts.updater === null) return
    this.parts.settings.onChange(() => this.arm())
    this.planCheck(restMs)
  }

  updateState(): UpdateState {
    const { updater } = this.parts
    return {
      how: updater?.kind ?? 'elsewhere',
      page: updater?.page ?? null,
      phase: this.phase,
      checkedAt: this.checkedAt,
      previous: this.previous()?.version ?? null,
      wentBackFrom: versionHistory(this.parts.store).wentBackFrom,
    }
  }

  /** Reads the feed. A failure is a phase, not an exception. */
  async check(): Promise<UpdateState> {
    const { clock, log, settings, updater } = this.parts
    if (updater === null || !mayCheck(this.phase)) return this.updateState()
    this.happened({ event: 'check' })
    try {
      await this.parts.mayAsk()
      const found = await updater.check(settings.get().updateChannel)
      this.checkedAt = clock.now()
      this.happened({ event: 'found', offer: found === null ? null : offerOf(found) })
    } catch (cause) {
      const error = toAppError(cause, [])
      log('warn', 'updates.not_checked', { code: error.code })
      this.happened({ event: 'failed', error })
    }
    return this.updateState()
  }

  download(): UpdateState {
    const { updater } = this.parts
    if (updater?.kind !== 'installs' || mayDownload(this.phase) === null) fail('not_found', 'nothing to download')
    this.happened({ event: 'download' })
    const cancel = new AbortController()
    this.downloading = { cancelDownload: cancel, ended: this.downloadUpdate(updater, cancel.signal) }
    return this.updateState()
  }

  async cancelDownload(): Promise<UpdateState> {
    this.downloading?.cancelDownload.abort()
    await this.downloading?.ended
    return this.updateState()
  }

  /** Installs and restarts, unless jobs are running. */
  install(): null {
    const { mayRestart, updater } = this.parts
    if (updater === null || this.phase.is !== 'ready') fail('not_found', 'nothing is downloaded')
    if (!mayRestart()) fail('busy', 'something runs that a restart would interrupt')
    updater.arm('restart')
    updater.restart()
    return null
  }

  /** Restores the older program and the database from before the update by a restart, unless jobs are running. */
  async goBack(): Promise<null> {
    const { dataFolder, mayRestart, updater, version } = this.parts
    const previous = this.previous()
    if (updater === null || previous === null || this.isGoingBack) fail('not_found', 'no older version is kept')
    if (!mayRestart()) fail('busy', 'something runs that a restart would interrupt')
    await this.cancelDownload()
    await updater.stagePrevious()
    if (!mayRestart()) fail('busy', 'something runs that a restart would interrupt')
    noteGoBack(dataFolder, { from: version, to: previous.version, copy: previous.copy })
    this.isGoingBack = true
    updater.arm('back')
    updater.restart()
    return null
  }

  /** Handles the user's decision to stay: the next quit is an ordinary one, and does not revert the update. */
  stayed(): void {
    const { dataFolder, updater } = this.parts
    updater?.arm('never')
    if (this.isGoingBack) dropGoBack(dataFolder)
    this.isGoingBack = false
    this.arm()
  }

  async close(): Promise<void> {
    this.stopWaiting()
    await this.cancelDownload()
  }

  private async downloadUpdate(updater: UpdaterPort, signal: AbortSignal): Promise<void> {
    let percent = 0
    try {
      await this.parts.mayAsk()
      signal.throwIfAborted()
      await updater.download((share) => {
        if (Math.floor(share * 100) <= percent) return
        percent = Math.floor(share * 100)
        this.happened({ event: 'progress', share })
      }, signal)
      this.happened({ event: 'downloaded' })
      this.arm()
    } catch (cause) {
      const error = toAppError(cause, [])
      if (signal.aborted) this.happened({ event: 'cancelled' })
      else this.happened({ event: 'failed', error })
      this.parts.log('warn', 'updates.not_downloaded', { code: signal.aborted ? 'cancelled' : error.code })
    }
    this.downloading = null
  }

  /**
   * Sets whether the next orderly quit installs the downloaded update. A version that the user went back from is
   * installed only by hand.
   */
  private arm(): void {
    const { settings, store, updater } = this.parts
    if (this.phase.is !== 'ready' || this.isGoingBack) return
    const wasLeft = this.phase.offer.version === versionHistory(store).wentBackFrom
    updater?.arm(settings.get().updateAtQuit && !wasLeft ? 'quit' : 'never')
  }

  /** Returns the version before this one, if its program is kept and its database was copied. */
  private previous(): { readonly version: string; readonly copy: string } | null {
    const { dataFolder, store, updater, version } = this.parts
    const { before } = versionHistory(store)
    const kept = updater?.previous() ?? null
    if (before === null || before.own !== version || kept?.version !== before.version) return null
    const copy = copyBefore(dataFolder, before.at)
    return copy === null ? null : { version: kept.version, copy }
  }

  private planCheck(ms: number): void {
    const { clock, ending, settings } = this.parts
    this.stopWaiting = clock.after(ms, () => {
      if (ending.aborted) return
      if (settings.get().updateChecks) void this.check()
      this.planCheck(everyMs)
    })
  }

  private happened(event: UpdateEvent): void {
    this.phase = phaseAfter(this.phase, event, this.parts.version)
    this.parts.events.emit('updates.changed', this.updateState())
  }
}
