import { meterLevel, peakOf } from './loudness-watch.ts'
import { closeMicrophone } from './microphone.ts'

/** Sound comes out so often, in ms: what a crash may cost. */
const sliceMs = 1000
/** Enough for speech, in bits a second: half a megabyte a minute. */
const bitsPerSecond = 64_000

/** What is recorded, best first. Every browser that Atelier runs in has the first one. */
const formats = [
  { mime: 'audio/webm;codecs=opus', ending: 'webm' },
  { mime: 'audio/webm', ending: 'webm' },
  { mime: 'audio/mp4', ending: 'm4a' },
] as const

/** How this browser records; null where it cannot. */
export function recordingFormat(): (typeof formats)[number] | null {
  return formats.find(({ mime }) => MediaRecorder.isTypeSupported(mime)) ?? null
}

export interface SoundRecorderParts {
  readonly stream: MediaStream
  readonly mime: string
  readonly onChunk: (data: Blob) => void
  /** Told when the microphone is gone: unplugged, or taken away in the settings. */
  readonly onLost: () => void
}

/**
 * Records a microphone through an audio graph, so that its level can be measured and the device can change during a
 * recording.
 */
export class SoundRecorder {
  private readonly parts: SoundRecorderParts
  private readonly context = new AudioContext()
  private readonly analyser = this.context.createAnalyser()
  private readonly target = this.context.createMediaStreamDestination()
  private readonly recorder: MediaRecorder
  private readonly samples: Float32Array<ArrayBuffer>
  private stream: MediaStream | null = null
  private source: MediaStreamAudioSourceNode | null = null

  /** Begins at once. Throws where the browser refuses. */
  constructor(parts: SoundRecorderParts) {
    this.parts = parts
    this.analyser.fftSize = 4096
    this.samples = new Float32Array(this.analyser.fftSize)
    // one voice is one channel
    this.target.channelCount = 1
    this.analyser.connect(this.target)
    this.recorder = new MediaRecorder(this.target.stream, { mimeType: parts.mime, audioBitsPerSecond: bitsPerSecond })
    this.recorder.addEventListener('dataavailable', ({ data }) => parts.onChunk(data))
    this.context.addEventListener('statechange', this.keepRunning)
    this.connect(parts.stream)
    this.recorder.start(sliceMs)
  }

  /** The loudest sample of the last tenth of a second, 0 to 1. */
  peak(): number {
    this.analyser.getFloatTimeDomainData(this.samples)
    return peakOf(this.samples)
  }

  /** The same as a meter shows it, 0 to 1. */
  level(): number {
    return meterLevel(this.peak())
  }

  pause(): void {
    if (this.recorder.state === 'recording') this.recorder.pause()
  }

  resume(): void {
    if (this.recorder.state === 'paused') this.recorder.resume()
  }

  /** Goes on with another microphone, and lets go of the one before. */
  switchTo(stream: MediaStream): void {
    this.disconnect()
    this.connect(stream)
  }

  /** Resolves when the last sound has come out and the microphone is let go of. */
  async stop(): Promise<void> {
    if (this.recorder.state !== 'inactive') {
      const stopped = new Promise<void>((resolve) =>
        this.recorder.addEventListener('stop', () => resolve(), { once: true }),
      )
      this.recorder.stop()
      await stopped
    }
    this.disconnect()
    this.context.removeEventListener('statechange', this.keepRunning)
    await this.context.close().catch(() => undefined)
  }

  private connect(stream: MediaStream): void {
    this.stream = stream
    this.source = this.context.createMediaStreamSource(stream)
    this.source.connect(this.analyser)
    const [track] = stream.getAudioTracks()
    track?.addEventListener('ended', () => this.stream === stream && this.parts.onLost())
    this.keepRunning()
  }

  private disconnect(): void {
    this.source?.disconnect()
    if (this.stream !== null) closeMicrophone(this.stream)
    this.stream = null
    this.source = null
  }

  /** A system that was asleep, or a call that came in between, may leave it suspended: it would record silence. */
  private readonly keepRunning = (): void => {
    if (this.context.state !== 'running' && this.context.state !== 'closed')
      void this.context.resume().catch(() => undefined)
  }
}
