import type { CallInput, CallName, Handlers } from '../shared/ipc/contract.ts'
import type { KeptKind } from '../shared/kept-answer.ts'

/** Handlers that answer a call instead of the usual ones; null for those. May throw an AppFailure. */
export type Instead = (name: CallName, input: unknown) => Partial<Handlers> | null

/** A feature of main, as the app sees it. The app starts, counts and closes its features as one list. */
export interface Feature {
  /** Handlers of its own calls. */
  readonly handlers: Partial<Handlers>
  /** Continues the work of the last run. */
  start?(): void
  /** Ends its work and keeps partial results. */
  close?(): Promise<void>
  /** How much of its work quitting interrupts. */
  interrupted?(): number
  /** How much of its work goes on at the gateway after quitting. */
  goingOn?(): number
  /** Writes buffered text at once. Synchronous. */
  flush?(): void
  /** The network state of the page's system changed. */
  network?(state: CallInput<'app.network'>): void
  /** Whether a partial file in the library is still needed. */
  wantsPart?(name: string): boolean
  /** Its kind of kept answers. `readAgain` reads those of one job once more. */
  readonly keptAnswers?: { readonly kind: KeptKind; readonly readAgain: (ownerId: string) => Promise<unknown> }
}
