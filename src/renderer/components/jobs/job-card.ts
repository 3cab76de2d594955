import { Check, CircleSlash, Clock, LoaderCircle, type LucideIcon, Pause, TriangleAlert } from 'lucide-react'
import { type JobPhase, type JobStatus, phaseOf } from '../../../shared/job-phase.ts'

/** Appearance of a state. It is never shown by colour alone, because its text says it too. */
export type Tone = 'run' | 'good' | 'quiet' | 'ask' | 'bad'

/** Icon of a state, and its appearance. */
export interface Sign {
  readonly icon: LucideIcon
  readonly tone: Tone
}

/** One state of a kind of job; a state is finer than a status. */
export interface CardRow<Job, Step extends string> {
  /** Icon of the state; absent for the icon of the job's phase. */
  readonly sign?: Sign
  /** Steps for this state, the primary one first. */
  readonly first?: readonly Step[] | ((job: Job) => readonly Step[])
  /** All other steps; those among the first are left out. */
  readonly more?: readonly Step[]
}

/** Determines how the jobs of one kind are shown. Their texts are separate, because some change with time. */
export interface CardKind<Job, State extends string, Step extends string> {
  readonly stateOf: (job: Job) => State
  readonly rows: Readonly<Record<State, CardRow<Job, Step>>>
}

/** The state and the steps on a job's card. */
export interface JobCard<State extends string, Step extends string> extends Sign {
  readonly state: State
  readonly phase: JobPhase
  readonly first: readonly Step[]
  readonly more: readonly Step[]
}

const signs: Readonly<Record<JobPhase, Sign>> = {
  waiting: { icon: Clock, tone: 'quiet' },
  running: { icon: LoaderCircle, tone: 'run' },
  paused: { icon: Pause, tone: 'quiet' },
  done: { icon: Check, tone: 'good' },
  attention: { icon: TriangleAlert, tone: 'bad' },
  cancelled: { icon: CircleSlash, tone: 'quiet' },
}

/** Returns what the card of a job shows and offers in its current state. */
export function cardOf<Job extends { readonly status: JobStatus }, State extends string, Step extends string>(
  { rows, stateOf }: CardKind<Job, State, Step>,
  job: Job,
): JobCard<State, Step> {
  const state = stateOf(job)
  const phase = phaseOf(job.status)
  const row = rows[state]
  const first = typeof row.first === 'function' ? row.first(job) : (row.first ?? [])
  const more = (row.more ?? []).filter((step) => !first.includes(step))
  return { state, phase, ...(row.sign ?? signs[phase]), first, more }
}
