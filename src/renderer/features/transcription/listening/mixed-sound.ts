import { sampleRate } from './sound.ts'
import { SteadySound } from './steady-sound.ts'
import type { Stretch } from './stretches.ts'

/** Samples that are mixed at once: a second. */
const batch = sampleRate

/** A track at 16 kHz on the recording's clock. */
class Lane {
  private readonly sounds: AsyncGenerator<Stretch>
  private readonly steady = new SteadySound()
  private waiting: readonly Int16Array[] = []
  ended = false
  /** Samples ready to be mixed. */
  ready = 0

  constructor(sounds: AsyncGenerator<Stretch>) {
    this.sounds = sounds
  }

  /** Reads until a batch is ready or the track ends. */
  async fill(): Promise<void> {
    while (!this.ended && this.ready < batch) {
      const next = await this.sounds.next()
      this.ended = next.done === true
      for (const samples of next.done === true ? [this.steady.end()] : this.steady.add(next.value)) {
        this.waiting = [...this.waiting, samples]
        this.ready += samples.length
      }
    }
  }

  /** Adds the next samples to `target`; a track that has ended is silent. */
  mixInto(target: Float32Array): void {
    let at = 0
    while (at < target.length) {
      const [first, ...rest] = this.waiting
      if (first === undefined) return
      const count = Math.min(first.length, target.length - at)
      for (let index = 0; index < count; index += 1)
        target[at + index] = (target[at + index] ?? 0) + (first[index] ?? 0) / 32_768
      at += count
      this.ready -= count
      this.waiting = count === first.length ? rest : [first.subarray(count), ...rest]
    }
  }

  async close(): Promise<void> {
    await this.sounds.return(undefined)
  }
}

/** Mixes several tracks into one, at 16 kHz. Their loudness adds up, so that a soft voice is not halved. */
export async function* mixed(tracks: readonly AsyncGenerator<Stretch>[]): AsyncGenerator<Stretch> {
  const lanes = tracks.map((track) => new Lane(track))
  try {
    for (let done = 0; ; ) {
      for (const lane of lanes) await lane.fill()
      const running = lanes.filter(({ ended }) => !ended)
      const readies = (running.length > 0 ? running : lanes).map(({ ready }) => ready)
      const count = running.length > 0 ? Math.min(...readies) : Math.max(...readies)
      if (count === 0) return
      const samples = new Float32Array(count)
      for (const lane of lanes) lane.mixInto(samples)
      yield {
        at: done / sampleRate,
        rate: sampleRate,
        samples: samples.map((value) => Math.max(-1, Math.min(1, value))),
      }
      done += count
    }
  } finally {
    for (const lane of lanes) await lane.close()
  }
}
