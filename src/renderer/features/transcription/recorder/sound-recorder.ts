import { meterLevel, peakOf } from './loudness-watch.ts'
import { closeMicrophone } from './microphone.ts'

/** Interval of the recorder's output, in ms; a crash loses no more. */
const sliceMs = 1000
/** Bit rate, enough for speech: half a megabyte a minute. */
const bitsPerSecond = 64_000

/** Recording formats, best first. Every supported browser has the first. */
const formats = [
  { mime: 'audio/webm;codecs=opus', ending: 'webm' },
  { mime: 'audio/webm', ending: 'webm' },
  { mime: 'audio/mp4', ending: 'm4a' },
] as const

/** Returns the format this browser records; null when it cannot record. */
export function recordingFormat(): (typeof formats)[number] | null {
  return formats.find(({ mime }) => MediaRecorder.isTypeSupported(mime)) ?? null
}

export interface SoundRecorderParts {
  readonly stream: MediaStream
  readonly mime: string
  readonly onChunk: (data: Blob) => void
  /** Called when the microphone was unplugged or its permission withdrawn. */
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

  /** Starts at once. Throws when the browser refuses. */
  constructor(parts: SoundRecorderParts) {
    this.parts = parts
    this.analyser.fftSize = 4096
    this.samples = new Float32Array(this.analyser.fftSize)
    // a voice needs one channel
    this.target.channelCount = 1
    this.analyser.connect(this.target)
    this.recorder = new MediaRecorder(this.target.stream, { mimeType: parts.mime, audioBitsPerSecond: bitsPerSecond })
    this.recorder.addEventListener('dataavailable', ({ data }) => parts.onChunk(data))
    this.context.addEventListener('statechange', this.keepRunning)
    this.connect(parts.stream)
    this.recorder.start(sliceMs)
  }

  /** Returns the peak of the last tenth of a second, 0 to 1. */
  peak(): number {
    this.analyser.getFloatTimeDomainData(this.samples)
    return peakOf(this.samples)
  }

  /** Returns the peak on the meter's scale, 0 to 1. */
  level(): number {
    return meterLevel(this.peak())
  }

  pause(): void {
    if (this.recorder.state === 'recording') this.recorder.pause()
  }

  resume(): void {
    if (this.recorder.state === 'paused') this.recorder.resume()
  }

  /** Switches to another microphone and releases the old one. */
  switchTo(stream: MediaStream): void {
    this.disconnect()
    this.connect(stream)
  }

  /** Resolves when the last sound has arrived and the microphone is released. */
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

  /** Resumes a context suspended by sleep or a call, which would record silence. */
  private readonly keepRunning = (): void => {
    if (this.context.state !== 'running' && this.context.state !== 'closed')
      void this.context.resume().catch(() => undefined)
  }
}
