import type { Spoken } from './spoken-text.ts'

/** A voice that speaks one sentence at a time. */
export interface Mouth {
  /** Speaks; calls `ended` once, with false if the sentence could not be spoken. */
  speak(sentence: Spoken, ended: (isSpoken: boolean) => void): void
  /** Stops immediately. */
  silence(): void
}

/** The sentence that is being read. */
export interface Reading {
  readonly state: 'playing' | 'paused'
  readonly sentence: string
}

/** Consecutive failed sentences after which reading ends. */
const failuresMax = 3

/**
 * Reads sentences one after the other. A pause stops in the middle of a sentence, and resuming starts it again, because
 * voices of operating systems often cannot pause.
 */
export class SentenceReader {
  private readonly mouth: Mouth
  /** Called at every change; with null when reading has ended, and whether it failed. */
  private readonly onChange: (reading: Reading | null, failed: boolean) => void
  private sentences: Iterator<Spoken> | null = null
  private now: Spoken | null = null
  private isPaused = false
  /** Invalidates the end events of silenced sentences. */
  private turn = 0
  private failures = 0

  constructor(mouth: Mouth, onChange: (reading: Reading | null, failed: boolean) => void) {
    this.mouth = mouth
    this.onChange = onChange
  }

  get isReading(): boolean {
    return this.sentences !== null
  }

  /** Starts reading; ends an earlier reading. */
  start(sentences: Iterable<Spoken>): void {
    this.hush()
    this.sentences = sentences[Symbol.iterator]()
    this.isPaused = false
    this.failures = 0
    this.speakNext()
  }

  /** Pauses, or resumes with the interrupted sentence. */
  toggle(): void {
    if (this.now === null) return
    this.isPaused = !this.isPaused
    if (this.isPaused) {
      this.hush()
      this.reportReading()
    } else this.say(this.now)
  }

  /** Continues with the next sentence. */
  skip(): void {
    if (this.sentences === null) return
    this.hush()
    this.isPaused = false
    this.speakNext()
  }

  stop(): void {
    if (this.sentences === null) return
    this.hush()
    this.end(false)
  }

  private speakNext(): void {
    const step = this.sentences?.next()
    if (step === undefined || step.done === true) this.end(false)
    else this.say(step.value)
  }

  private say(sentence: Spoken): void {
    this.now = sentence
    this.turn += 1
    const turn = this.turn
    this.reportReading()
    this.mouth.speak(sentence, (isSpoken) => {
      if (turn !== this.turn) return
      this.failures = isSpoken ? 0 : this.failures + 1
      if (this.failures >= failuresMax) this.end(true)
      else this.speakNext()
    })
  }

  private hush(): void {
    this.turn += 1
    this.mouth.silence()
  }

  private end(failed: boolean): void {
    this.sentences = null
    this.now = null
    this.onChange(null, failed)
  }

  private reportReading(): void {
    if (this.now !== null)
      this.onChange({ state: this.isPaused ? 'paused' : 'playing', sentence: this.now.text }, false)
  }
}
