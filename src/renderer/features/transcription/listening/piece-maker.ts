import { framesToMs, framesToSamples, planCut } from './cut-planner.ts'
import { frameSamples, Loudness } from './loudness.ts'
import { StoredSound, samplesIn } from './sound.ts'

/** A piece of a recording to be sent; times in ms from its beginning. */
export interface MadePiece {
  readonly index: number
  readonly from: number
  readonly to: number
  readonly wav: Blob
  readonly inSilence: boolean
}

/**
 * Cuts streaming sound into pieces of at most `pieceBytes`. Keeps only the loudness of the current piece in memory.
 * Equal sound is always cut at the same positions.
 */
export class PieceMaker {
  private readonly longest: number
  private readonly loudness = new Loudness()
  private readonly sound = new StoredSound()
  private frames: number[] = []
  /** Position of the first stored sample, in frames. */
  private begin = 0
  private count = 0

  constructor(pieceBytes: number) {
    this.longest = Math.max(100, Math.floor(samplesIn(pieceBytes) / frameSamples))
  }

  /** Returns the number of pieces made. */
  get made(): number {
    return this.count
  }

  /** Adds more sound; yields the pieces that it completes. */
  *add(samples: Int16Array): Generator<MadePiece> {
    this.sound.add(samples)
    for (const frame of this.loudness.add(samples)) this.frames.push(frame)
    // a piece is cut once the frame after it is complete
    while (this.frames.length > this.longest) yield this.cut()
  }

  /** Yields the rest: usually one piece, none if it is empty, two if it exceeds a piece by less than a frame. */
  *finish(): Generator<MadePiece> {
    if (this.sound.length > framesToSamples(this.longest)) yield this.cut()
    if (this.sound.length > 0) yield this.piece(this.sound.length, true)
  }

  private cut(): MadePiece {
    const { end, start, inSilence } = planCut(this.frames, this.longest)
    const made = this.piece(framesToSamples(end), inSilence)
    this.sound.drop(framesToSamples(start))
    this.frames = this.frames.slice(start)
    this.begin += start
    return made
  }

  private piece(samples: number, inSilence: boolean): MadePiece {
    const from = framesToMs(this.begin)
    const to = from + (samples / frameSamples) * 20
    const made = { index: this.count, from, to, wav: this.sound.wav(samples), inSilence }
    this.count += 1
    return made
  }
}
