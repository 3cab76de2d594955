import type { CallInput } from '../../../../shared/ipc/contract.ts'

/** Calls of this page; each returns the new state. */
type MeaningCall = `embeddings.${'choose' | 'setTerms' | 'start' | 'pause' | 'removeSet' | 'remove'}`

/** Sends a call of this page. */
export type SendMeaning = <N extends MeaningCall>(name: N, input: CallInput<N>) => Promise<void>
