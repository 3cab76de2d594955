import { fail } from '../../../../shared/errors.ts'
import { priceFor } from '../../../../shared/prices.ts'
import type { TranscriptionRequest } from '../../../../shared/transcript.ts'
import type { AutomaticSending } from '../../../../shared/watched-folder.ts'
import { failureOf } from '../../../faults.ts'
import type { Clock, Ports } from '../../../platform.ts'
import type { Database } from '../../../storage/database.ts'
import type { StoredTranscription } from '../../../storage/transcription-jobs.ts'
import type { WatchedFile, WatchedRecordings } from '../../../storage/watched-recordings.ts'
import type { SettingsService } from '../../app/settings-service.ts'
import type { ConnectionsService } from '../../connections/connections-service.ts'
import type { SpendingService } from '../../spending/index.ts'
import type { SendingAllowance } from '../sending-allowance.ts'
import { type Allowance, automaticCost, isAffordable, midnightOf } from './send-policy.ts'

export interface AutomaticBudgetParts extends Pick<Ports, 'log'> {
  readonly clock: Pick<Clock, 'now'>
  readonly database: Pick<Database, 'durably'>
  readonly watched: WatchedRecordings
  readonly connections: Pick<ConnectionsService, 'has'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly spending: Pick<SpendingService, 'budget' | 'listPrices'>
}

/**
 * The budget of automatic sending. A charge is stored with the attempt, before the request leaves. It is removed only
 * if the request was refused at no cost.
 */
export class AutomaticBudget implements SendingAllowance {
  private readonly parts: AutomaticBudgetParts

  constructor(parts: AutomaticBudgetParts) {
    this.parts = parts
  }

  /** Returns what automatic sending uses; null while it is off. */
  get automatic(): AutomaticSending | null {
    const folder = this.parts.watched.folder()
    if (folder === null || !folder.isAutomatic) return null
    const { budget, currency, request } = folder
    return budget === null || currency === null || request === null
      ? null
      : { request, budget: { currency, nano: budget } }
  }

  /** Returns what was charged since midnight, or may have been. A charge in the future counts: the clock went back. */
  get spentNano(): number {
    const { automatic } = this
    const { clock, watched } = this.parts
    return automatic === null ? 0 : watched.chargedSince(midnightOf(clock.now()), automatic.budget.currency)
  }

  /** Returns what automatic sending may cost now; null while it is off. */
  allowance(): Allowance | null {
    const { automatic } = this
    return automatic === null ? null : this.allowanceFor(automatic, automatic.request)
  }

  allows(job: StoredTranscription, index: number): boolean {
    const file = this.automaticFile(job.id)
    if (file === null) return true
    const { automatic } = this
    // the file may have changed between its reading and its copy
    if (automatic === null || job.sourceId !== file.hash) return false
    const allowance = this.allowanceFor(automatic, job.request)
    const cost = costOfPiece(allowance, file, job, index)
    return cost !== null && isAffordable(allowance, cost)
  }

  charge(job: StoredTranscription, index: number): readonly string[] {
    const file = this.automaticFile(job.id)
    const { automatic } = this
    if (file === null) return []
    const { clock, watched } = this.parts
    const allowance = automatic === null ? null : this.allowanceFor(automatic, job.request)
    const cost = allowance === null ? null : costOfPiece(allowance, file, job, index)
    if (allowance === null || cost === null || !isAffordable(allowance, cost)) return fail('budget_reached')
    const id = `${job.id}:${watched.chargesOf(job.id)}`
    watched.addCharge({ id, jobId: job.id, at: clock.now(), currency: allowance.budget.currency, cost })
    return [id]
  }

  takeBack(chargeIds: readonly string[]): void {
    this.written(() => {
      for (const id of chargeIds) this.parts.watched.removeCharge(id)
    })
  }

  hold(jobId: string): void {
    const file = this.automaticFile(jobId)
    if (file !== null && !file.isHeld) this.written(() => this.parts.watched.putFile({ ...file, isHeld: true }))
  }

  /** Notes that the user continues a job: from now on it is not limited. */
  pressed(jobId: string): void {
    const { database, watched } = this.parts
    const file = this.automaticFile(jobId)
    if (file !== null) database.durably(() => watched.putFile({ ...file, isAutomatic: false, isHeld: false }))
  }

  /** Returns true if a job was queued automatically, and the user did not continue it since. */
  isAutomatic(jobId: string): boolean {
    return this.automaticFile(jobId) !== null
  }

  /** Writes a change whose loss makes the budget smaller, or leaves a job to the user. */
  private written(write: () => void): void {
    try {
      this.parts.database.durably(write)
    } catch (cause) {
      this.parts.log('error', 'the budget of the watched folder could not be kept', { code: failureOf(cause).code })
    }
  }

  private automaticFile(jobId: string): WatchedFile | null {
    const file = this.parts.watched.fileOfJob(jobId)
    return file?.isAutomatic === true ? file : null
  }

  private allowanceFor({ budget }: AutomaticSending, { connectionId, model }: TranscriptionRequest): Allowance {
    const { connections, settings, spending } = this.parts
    return {
      budget,
      price: priceFor(spending.listPrices(), connectionId, model),
      spentNano: this.spentNano,
      reservedNano: this.reservedNano(budget.currency),
      appLeftNano: this.appLeftNano(budget.currency),
      isPaused: settings.get().queuesPaused,
      hasConnection: connections.has(connectionId),
    }
  }

  /** Returns the expected costs of the automatic jobs under way, without what they were charged. */
  private reservedNano(currency: string): number {
    const { watched } = this.parts
    return watched
      .automaticFiles()
      .reduce(
        (sum, { estimate, jobId }) =>
          sum + Math.max(0, (estimate ?? 0) - (jobId === null ? 0 : watched.chargedFor(jobId, currency))),
        0,
      )
  }

  private appLeftNano(currency: string): number | null {
    const budget = this.parts.spending.budget()
    if (budget === null || budget.spent.currency !== currency) return null
    return Math.max(0, budget.limitNano - budget.spent.nano)
  }
}

/** Returns the cost of a piece; null if it is not known. A whole recording may have no length but that of its header. */
function costOfPiece(allowance: Allowance, file: WatchedFile, job: StoredTranscription, index: number): number | null {
  const piece = job.pieces[index]
  if (piece === undefined) return null
  const cost = automaticCost(allowance, piece.to > piece.from ? piece.to - piece.from : file.duration)
  return typeof cost === 'number' ? cost : null
}
