import { framesToMs, framesToSamples, planCut } from './cut-planner.ts'
import { frameSamples, Loudness } from './loudness.ts'
import { samplesIn } from './sound.ts'

/** A part of a recording, ready to be sent; times in ms from its beginning. */
export interface MadePiece {
  readonly index: number
  readonly from: number
  readonly to: number
  /** Only until the maker is given more sound: a view of its memory. */
  readonly samples: Int16Array<ArrayBuffer>
  readonly inSilence: boolean
}

/**
 * Cuts sound into pieces of at most `pieceBytes`, as it comes. Its memory is that of one piece, taken once, however
 * long the recording is; the same sound is always cut at the same places.
 */
export class PieceMaker {
  private readonly longest: number
  private readonly loudness = new Loudness()
  private readonly buffer: Int16Array<ArrayBuffer>
  private held = 0
  private frames: number[] = []
  /** Of the first sample that is held, in frames. */
  private begin = 0
  private count = 0

  constructor(pieceBytes: number) {
    this.longest = Math.max(100, Math.floor(samplesIn(pieceBytes) / frameSamples))
    // a piece is cut as soon as the frame behind it is whole
    this.buffer = new Int16Array((this.longest + 2) * frameSamples)
  }

  /** How many pieces it has made. */
  get made(): number {
    return this.count
  }

  /** Takes more sound; gives the pieces that it completes, one by one: each must be used before the next is asked for. */
  *add(samples: Int16Array): Generator<MadePiece> {
    let rest = samples
    while (rest.length > 0) {
      const taken = rest.subarray(0, this.buffer.length - this.held)
      rest = rest.subarray(taken.length)
      this.buffer.set(taken, this.held)
      this.held += taken.length
      for (const frame of this.loudness.add(taken)) this.frames.push(frame)
      while (this.frames.length > this.longest) yield* this.cut()
    }
  }

  /** The last piece; null where nothing is left. */
  finish(): MadePiece | null {
    return this.held === 0 ? null : this.piece(this.held, true)
  }

  private *cut(): Generator<MadePiece> {
    const { end, start, inSilence } = planCut(this.frames, this.longest)
    yield this.piece(framesToSamples(end), inSilence)
    const dropped = framesToSamples(start)
    this.buffer.copyWithin(0, dropped, this.held)
    this.held -= dropped
    this.frames = this.frames.slice(start)
    this.begin += start
  }

  private piece(samples: number, inSilence: boolean): MadePiece {
    const from = framesToMs(this.begin)
    const to = from + (samples / frameSamples) * 20
    const made = { index: this.count, from, to, samples: this.buffer.subarray(0, samples), inSilence }
    this.count += 1
    return made
  }
}
