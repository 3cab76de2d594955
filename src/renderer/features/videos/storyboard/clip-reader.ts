import {
  ALL_FORMATS,
  AudioBufferSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  UrlSource,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny'

/** Sample rate of encoded films, in Hz. */
export const soundRate = 48_000

/** Maximum number of bytes of a file kept in memory. */
const cacheBytes = 8 * 1024 * 1024

/** A clip that is being decoded. */
export class ClipReader {
  readonly width: number
  readonly height: number
  /** Time of the first frame, and length from there, in seconds. */
  readonly begin: number
  readonly seconds: number
  private readonly input: Input
  private readonly video: InputVideoTrack
  private readonly sound: InputAudioTrack | null

  private constructor(
    parts: Pick<ClipReader, 'width' | 'height' | 'begin' | 'seconds'> & {
      readonly input: Input
      readonly video: InputVideoTrack
      readonly sound: InputAudioTrack | null
    },
  ) {
    this.width = parts.width
    this.height = parts.height
    this.begin = parts.begin
    this.seconds = parts.seconds
    this.input = parts.input
    this.video = parts.video
    this.sound = parts.sound
  }

  /** Opens a video of the library. Resolves to null if this browser cannot decode it. */
  static async open(url: string): Promise<ClipReader | null> {
    const input = new Input({
      // a local server: three failures mean that the file is gone
      source: new UrlSource(url, {
        maxCacheSize: cacheBytes,
        getRetryDelay: (attempts) => (attempts < 3 ? 0.2 * 2 ** attempts : null),
      }),
      formats: ALL_FORMATS,
    })
    const reader = await ClipReader.read(input).catch(() => null)
    if (reader === null) input.dispose()
    return reader
  }

  private static async read(input: Input): Promise<ClipReader | null> {
    const video = await input.getPrimaryVideoTrack()
    const sound = await input.getPrimaryAudioTrack()
    if (video === null || !(await video.canDecode()) || (sound !== null && !(await sound.canDecode()))) return null
    const begin = await video.getFirstTimestamp()
    const end = Math.max(await video.computeDuration(), sound === null ? 0 : await sound.computeDuration())
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
    return end > begin ? new ClipReader({ width, height, begin, seconds: end - begin, input, video, sound }) : null
  }

  get hasSound(): boolean {
    return this.sound !== null
  }

  /** Yields the frames in order; each must be closed. */
  frames(): AsyncGenerator<VideoSample, void> {
    return new VideoSampleSink(this.video).samples()
  }

  /** Resolves to the sound in stereo at `soundRate`, with silence where there is none. */
  async wholeSound(): Promise<AudioBuffer> {
    const context = new OfflineAudioContext(2, Math.max(1, Math.ceil(this.seconds * soundRate)), soundRate)
    if (this.sound !== null)
      for await (const { buffer, timestamp } of new AudioBufferSink(this.sound).buffers()) {
        const at = timestamp - this.begin
        const node = new AudioBufferSourceNode(context, { buffer })
        node.connect(context.destination)
        // the encoder's lead-in is before the first picture
        if (at >= 0) node.start(at)
        else if (at + buffer.duration > 0) node.start(0, -at)
      }
    return await context.startRendering()
  }

  close(): void {
    this.input.dispose()
  }
}
