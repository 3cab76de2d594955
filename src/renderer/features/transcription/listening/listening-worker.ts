import { type ListeningAnswer, type ListeningRequest, progressAt } from './listening-messages.ts'
import { isSilent, Loudness, waveformByte } from './loudness.ts'
import { type MadePiece, PieceMaker } from './piece-maker.ts'
import { openRecording } from './recording-reader.ts'
import { sampleRate } from './sound.ts'
import { SteadySound } from './steady-sound.ts'

// Analyses a recording in a worker: its length, silence, waveform, and, if it must be cut, its pieces. Holds only
// seconds of the sound in memory, whatever the length.

/** Longest analysed recording, in samples: two days. A damaged file may repeat endlessly. */
const samplesMax = 48 * 3_600 * sampleRate

/** Frames per waveform byte: a tenth of a second. */
const framesPerByte = 5

let kept: (() => void) | null = null

self.addEventListener('message', (event: MessageEvent<ListeningRequest>) => {
  const request = event.data
  if (request.type === 'kept') kept?.()
  else void listen(request).catch(() => tell({ type: 'failed' }))
})

function tell(answer: ListeningAnswer): void {
  self.postMessage(answer)
}

async function listen(request: Extract<ListeningRequest, { type: 'listen' }>): Promise<void> {
  const recording = await openRecording(request.url, request.bytes, request.track)
  if (typeof recording === 'string') return tell({ type: 'notHeard', why: recording })
  // the gateway would pick an arbitrary track of a file with several
  const cuts = request.mustCut || recording.sound !== null || request.bytes > request.pieceBytes
  const maker = cuts ? new PieceMaker(request.pieceBytes) : null
  const have = new Set(request.have)
  const hear = new Hearing()
  const steady = new SteadySound()
  const take = async (samples: Int16Array): Promise<void> => {
    hear.add(samples)
    if (hear.samples > samplesMax) throw new Error('it does not end')
    for (const piece of maker?.add(samples) ?? []) await hand(piece, have)
  }
  let told = 0
  let audible = false
  try {
    for await (const stretch of recording.stretches()) {
      for (const samples of steady.add(stretch)) await take(samples)
      const becameAudible = hear.isAudible && !audible
      if (performance.now() - told < 200 && !becameAudible) continue
      told = performance.now()
      audible = hear.isAudible
      tell({ type: 'progress', progress: progressAt(stretch.at, recording.duration), audible })
    }
    await take(steady.end())
  } catch {
    return tell({ type: 'notHeard', why: 'damaged' })
  } finally {
    recording.close()
  }
  const { sound } = recording
  for (const piece of maker?.finish() ?? []) await hand(piece, have)
  tell({
    type: 'listened',
    heard: { ...hear.heardSound(), pieces: maker?.made ?? 0, ...(sound === null ? {} : { sound }) },
  })
}

/** Sends a piece and waits until it is stored, so that only one piece is in memory. */
async function hand(piece: MadePiece, have: ReadonlySet<number>): Promise<void> {
  if (have.has(piece.index)) return
  const waiting = new Promise<void>((resolve) => {
    kept = resolve
  })
  const { index, from, to, wav } = piece
  tell({ type: 'piece', index, from, to, wav })
  await waiting
}

/** Collects length, silence and waveform of a recording. */
class Hearing {
  private readonly loudness = new Loudness()
  private readonly bytes: number[] = []
  private frames: number[] = []
  private loudest = 0
  /** Number of samples so far. */
  samples = 0

  get isAudible(): boolean {
    return !isSilent(this.loudest)
  }

  add(samples: Int16Array): void {
    this.samples += samples.length
    for (const frame of this.loudness.add(samples)) {
      this.loudest = Math.max(this.loudest, frame)
      this.frames.push(frame)
      if (this.frames.length < framesPerByte) continue
      this.bytes.push(waveformByte(this.frames))
      this.frames = []
    }
  }

  heardSound(): { readonly duration: number; readonly silent: boolean; readonly waveform: string } {
    return {
      duration: Math.round((this.samples / sampleRate) * 1000),
      silent: isSilent(this.loudest),
      waveform: base64(Uint8Array.from(this.bytes)),
    }
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  // in parts, because a call takes a limited number of arguments
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
