import type { CallInput, CallName, Handlers } from '../shared/ipc/contract.ts'
import type { KeptKind } from '../shared/kept-answer.ts'

/** Alternative handlers for a call; null to use the usual ones. May throw an AppFailure. */
export type Instead = (name: CallName, input: unknown) => Partial<Handlers> | null

/** A feature of main, as the app sees it. The app starts, counts and closes its features as one list. */
export interface Feature {
  /** Handlers of its own calls. */
  readonly handlers: Partial<Handlers>
  /** Continues the work of the last run. */
  start?(): void
  /** Ends its work and keeps partial results. */
  close?(): Promise<void>
  /** Amount of its work that quitting interrupts. */
  interrupted?(): number
  /** Amount of its work that continues at the gateway after quitting. */
  goingOn?(): number
  /** Writes buffered text at once. Synchronous. */
  flush?(): void
  /** Called when the network state of the page's system changed. */
  network?(state: CallInput<'app.network'>): void
  /** True if a partial file in the library is still needed. */
  wantsPart?(name: string): boolean
  /** Kind of kept answers of the feature. `readAgain` reads those of one job again. */
  readonly keptAnswers?: { readonly kind: KeptKind; readonly readAgain: (ownerId: string) => Promise<unknown> }
}
