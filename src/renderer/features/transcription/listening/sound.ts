/** Sample rate of pieces: mono, 16 bits, 16,000 samples a second. Speech needs no more. */
export const sampleRate = 16_000

/** Bytes per second of a piece. */
export const bytesPerSecond = sampleRate * 2

const headerBytes = 44

/** Returns the number of samples in a WAV file of this size. */
export function samplesIn(bytes: number): number {
  return Math.max(0, Math.floor((bytes - headerBytes) / 2))
}

/**
 * Returns the header of a WAV file (RIFF, PCM) with this many samples. Samples are little-endian, as on every machine
 * with a browser.
 */
function wavHead(samples: number): ArrayBuffer {
  const bytes = samples * 2
  const header = new ArrayBuffer(headerBytes)
  const view = new DataView(header)
  const words = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index))
  }
  words(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + bytes, true)
  words(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, bytesPerSecond, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  words(36, 'data')
  view.setUint32(40, bytes, true)
  return header
}

/** Samples collected before they move out of the page's memory: 16 s. */
const partSamples = 256 * 1024

/**
 * Sound that is appended at its end and dropped from its beginning. It is stored as blobs, outside the page's memory.
 */
export class StoredSound {
  private parts: readonly Blob[] = []
  private stored = 0
  private readonly part = new Int16Array(partSamples)
  private held = 0

  /** Returns the length in samples. */
  get length(): number {
    return this.stored + this.held
  }

  add(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const taken = samples.subarray(at, at + partSamples - this.held)
      this.part.set(taken, this.held)
      this.held += taken.length
      at += taken.length
      if (this.held === partSamples) this.store()
    }
  }

  /** Returns the first samples as a WAV file. */
  wav(samples: number): Blob {
    this.store()
    const sound = new Blob([...this.parts]).slice(0, samples * 2)
    return new Blob([wavHead(samples), sound], { type: 'audio/wav' })
  }

  /** Drops the first samples. */
  drop(samples: number): void {
    this.store()
    this.parts = [new Blob([...this.parts]).slice(samples * 2)]
    this.stored -= samples
  }

  private store(): void {
    if (this.held === 0) return
    this.parts = [...this.parts, new Blob([this.part.subarray(0, this.held)])]
    this.stored += this.held
    this.held = 0
  }
}
