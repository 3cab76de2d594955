import type { Clock } from '../../platform.ts'

/** Shortest time between two events about the progress of a call, in ms: a server may report without pause. */
const tellMs = 200

/** The user's answer to a question about a call. */
export type PersonAnswer =
  /** `arguments` are the arguments as the user changed them; null if they were not changed. */
  | { readonly allowed: true; readonly arguments: string | null }
  /** `note` goes to the model. */
  | { readonly allowed: false; readonly note: string }

export interface Progress {
  readonly text: string
  /** Progress as a part of 1; null if it is unknown. */
  readonly part: number | null
}

/** The subject of a question. */
export interface QuestionAbout {
  /** Hash of the tool's definition that the user is asked about. */
  readonly definition: string
  /** True if the arguments could not be checked against the tool's schema. */
  readonly isUnchecked: boolean
}

interface OpenQuestion extends QuestionAbout {
  readonly done: (answer: PersonAnswer) => void
}

const denied: PersonAnswer = { allowed: false, note: '' }

/** The calls that wait for the user, and the progress of the running ones. Nothing of it outlives the process. */
export class OpenQuestions {
  private readonly open = new Map<string, OpenQuestion>()
  private readonly running = new Map<string, Progress>()
  /** Undo of the pending event, for each call with unreported progress. */
  private readonly untold = new Map<string, () => void>()
  private readonly clock: Clock
  private readonly onProgress: (callId: string) => void

  constructor(clock: Clock, onProgress: (callId: string) => void) {
    this.clock = clock
    this.onProgress = onProgress
  }

  /** Waits for the user's answer. An abort counts as no. */
  async askUser(callId: string, about: QuestionAbout, signal: AbortSignal): Promise<PersonAnswer> {
    return await new Promise((resolve) => {
      const done = (answer: PersonAnswer): void => {
        signal.removeEventListener('abort', refuse)
        this.open.delete(callId)
        resolve(answer)
      }
      const refuse = (): void => done(denied)
      if (signal.aborted) return resolve(denied)
      signal.addEventListener('abort', refuse, { once: true })
      this.open.set(callId, { ...about, done })
    })
  }

  /** Answers a question. Returns false if the call does not wait for an answer: a late one changes nothing. */
  answer(callId: string, answer: PersonAnswer): boolean {
    const waiting = this.open.get(callId)
    waiting?.done(answer)
    return waiting !== undefined
  }

  /** Returns the ids of the calls that wait, oldest question first. */
  waiting(): readonly string[] {
    return [...this.open.keys()]
  }

  /** Returns the definition that an open question is about; null if the call does not wait for an answer. */
  definitionOf(callId: string): string | null {
    return this.open.get(callId)?.definition ?? null
  }

  /** Returns true if an open question is about arguments that could not be checked. */
  isUnchecked(callId: string): boolean {
    return this.open.get(callId)?.isUnchecked ?? false
  }

  /** Stores the progress of a running call, and reports the newest soon. */
  storeProgress(callId: string, text: string, part: number | null): void {
    this.running.set(callId, { text: text.slice(0, 500), part })
    if (this.untold.has(callId)) return
    const undo = this.clock.after(tellMs, () => {
      this.untold.delete(callId)
      this.onProgress(callId)
    })
    this.untold.set(callId, undo)
  }

  progressOf(callId: string): Progress | null {
    return this.running.get(callId) ?? null
  }

  /** Forgets the progress of a call that has ended, including progress that is not reported yet. */
  forgetQuestion(callId: string): void {
    this.untold.get(callId)?.()
    this.untold.delete(callId)
    this.running.delete(callId)
  }
}
