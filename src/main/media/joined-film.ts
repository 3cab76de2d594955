import { stat } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MkvOutputFormat,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { differenceOf, type FilmTraits, traitsOf } from './film-traits.ts'
import type { FilmComparison, FilmContainer } from './media-messages.ts'
import { isWholeVideo } from './video-structure.ts'

const formats = [MP4, QTFF, WEBM, MATROSKA]

/** Number of bytes that are written at once. */
const chunkSize = 1024 * 1024

/** Returns the format in which a container's videos are joined. */
function outputFormat(container: FilmContainer): OutputFormat {
  // the index goes to the end, because in front it would have to be held in memory with all frames
  const fastStart = false
  switch (container) {
    case 'mp4':
      return new Mp4OutputFormat({ fastStart })
    case 'mov':
      return new MovOutputFormat({ fastStart })
    case 'webm':
      return new WebMOutputFormat()
    case 'mkv':
      return new MkvOutputFormat()
  }
}

const containers: Readonly<Record<string, FilmContainer>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
}

/** A video that is open for reading. */
interface OpenFilm {
  readonly container: FilmContainer
  readonly traits: FilmTraits
  readonly video: InputVideoTrack
  readonly sound: InputAudioTrack | null
  /** Size of the file. */
  readonly bytes: number
}

/** Opens a video while `use` runs. Null if it cannot be read. */
async function withFilm<T>(path: string, use: (film: OpenFilm) => Promise<T>): Promise<T | null> {
  const { size } = await stat(path)
  // a file that breaks off would be joined without its end
  if (!(await isWholeVideo(path).catch(() => false))) return null
  const input = new Input({ source: new FilePathSource(path), formats })
  try {
    const film = await opened(input, size).catch(() => null)
    return film && (await use(film))
  } finally {
    input.dispose()
  }
}

async function opened(input: Input, bytes: number): Promise<OpenFilm | null> {
  const container = containers[(await input.getFormat()).mimeType]
  const video = await input.getPrimaryVideoTrack()
  if (container === undefined || video === null) return null
  const sound = await input.getPrimaryAudioTrack()
  const traits = await traitsOf(video, sound)
  return traits && { container, traits, video, sound, bytes }
}

/**
 * Compares videos with the first one, and names the first that cannot be joined to it. Reads no more than their heads.
 * May loop or exhaust memory, so use it in a thread.
 */
export async function compareFilms(paths: readonly string[]): Promise<FilmComparison> {
  let first: { readonly container: FilmContainer; readonly traits: FilmTraits } | null = null
  for (const [index, path] of paths.entries()) {
    const film = await withFilm(path, async ({ container, traits }) => ({ container, traits }))
    if (film === null || !isWritable(film.container, film.traits)) return { kind: 'unread', index }
    first ??= film
    const by = differenceOf(first.traits, film.traits)
    if (by !== null) return { kind: 'differs', index, by }
  }
  return { kind: 'equal', container: first?.container ?? 'mp4' }
}

function isWritable(container: FilmContainer, { codec, soundCodec }: FilmTraits): boolean {
  const codecs: readonly string[] = outputFormat(container).getSupportedCodecs()
  return codecs.includes(codec) && (soundCodec === null || codecs.includes(soundCodec))
}

/**
 * Writes equal videos into one file, one after another, without decoding them. Holds a few frames at a time. Resolves to
 * the index of a video that cannot be read, perhaps with a partial file; null if all are written. Rejects with disk
 * errors. Run it in a thread.
 */
export async function joinFilms(
  paths: readonly string[],
  container: FilmContainer,
  to: string,
): Promise<number | null> {
  const output = new Output({ format: outputFormat(container), target: new FilePathTarget(to, { chunkSize }) })
  let tracks: JoinedTracks | null = null
  let at = 0
  try {
    for (const [index, path] of paths.entries()) {
      const end = await withFilm(path, async (film) => {
        if (tracks === null) {
          tracks = await JoinedTracks.begin(output, film)
          await output.start()
        }
        return await tracks.append(film, at)
      })
      if (end === null) return index
      at = end
    }
    await output.finalize()
    return null
  } finally {
    // closes the file
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined)
  }
}

/** The tracks of a film that is being written. */
class JoinedTracks {
  private readonly video: EncodedVideoPacketSource
  private readonly sound: EncodedAudioPacketSource | null

  private constructor(video: EncodedVideoPacketSource, sound: EncodedAudioPacketSource | null) {
    this.video = video
    this.sound = sound
  }

  /** Adds tracks to an output like those of its first video. */
  static async begin(output: Output, first: OpenFilm): Promise<JoinedTracks> {
    const codec = await first.video.getCodec()
    const soundCodec = first.sound === null ? null : await first.sound.getCodec()
    if (codec === null) throw new Error('a video of an unknown codec')
    const video = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(video, { rotation: await first.video.getRotation() })
    const sound = soundCodec === null ? null : new EncodedAudioPacketSource(soundCodec)
    if (sound !== null) output.addAudioTrack(sound)
    return new JoinedTracks(video, sound)
  }

  /** Appends a video at a time in seconds. Resolves to its end, or null if it cannot be read. */
  async append(film: OpenFilm, at: number): Promise<number | null> {
    const pictures = await Packets.of(film.video, Number.NEGATIVE_INFINITY)
    if (pictures?.next?.type !== 'key') return null
    const begin = await film.video.getFirstTimestamp()
    // sound before the first picture is the encoder's lead-in
    const sounds = film.sound === null ? null : await Packets.of(film.sound, begin)
    if (film.sound !== null && sounds === null) return null
    const videoConfig = await film.video.getDecoderConfig()
    const soundConfig = film.sound === null ? null : await film.sound.getDecoderConfig()
    let [bytes, count] = [0, 0]
    for (;;) {
      const [picture, sound] = [pictures.next, sounds?.next ?? null]
      const isSound = sound !== null && (picture === null || sound.timestamp < picture.timestamp)
      const packet = isSound ? sound : picture
      if (packet === null) break
      bytes += packet.byteLength
      count += 1
      // repeated bytes: a file cannot hold more packets than bytes
      if (bytes > film.bytes || count > film.bytes) return null
      const shifted = packet.clone({ timestamp: Math.max(at, packet.timestamp - begin + at) })
      const isWritten = await written(
        isSound
          ? () => this.sound?.add(shifted, soundConfig === null ? undefined : { decoderConfig: soundConfig })
          : () => this.video.add(shifted, videoConfig === null ? undefined : { decoderConfig: videoConfig }),
      )
      if (!isWritten || !(await (isSound ? sounds : pictures)?.step())) return null
    }
    return at + Math.max(pictures.end, sounds?.end ?? 0) - begin
  }
}

/** Runs a write. Resolves to false if the muxer refuses the packet; rejects with disk errors. */
async function written(write: () => Promise<void> | undefined): Promise<boolean> {
  try {
    await write()
    return true
  } catch (cause) {
    // a disk error has a code; the muxer's error about times that run backwards has none
    if (cause instanceof Error && 'code' in cause) throw cause
    return false
  }
}

/** Some containers round times to milliseconds. */
const tolerance = 0.001

/** The packets of a track, one by one. */
class Packets {
  /** The packet to be written; null after the last. */
  next: EncodedPacket | null = null
  /** End of the packets so far, in seconds. */
  end = 0
  private readonly packets: AsyncGenerator<EncodedPacket, void>
  private readonly from: number
  private latest = Number.NEGATIVE_INFINITY
  private gap = 0

  private constructor(packets: AsyncGenerator<EncodedPacket, void>, from: number) {
    this.packets = packets
    this.from = from
  }

  /** Starts at the first packet that is not before `from`, in seconds. Resolves to null if it cannot be read. */
  static async of(track: InputVideoTrack | InputAudioTrack, from: number): Promise<Packets | null> {
    const packets = new Packets(new EncodedPacketSink(track).packets(), from)
    return (await packets.step()) ? packets : null
  }

  /** Goes to the next packet. Resolves to false if it cannot be read. */
  async step(): Promise<boolean> {
    for (;;) {
      const read = await this.packets.next().catch(() => null)
      if (read === null) return false
      this.next = read.done === true ? null : read.value
      if (this.next === null) return true
      if (this.next.timestamp < this.from - tolerance) continue
      this.measure(this.next)
      return true
    }
  }

  /** Some files do not state how long their last frame is; it then lasts as long as the one before. */
  private measure({ duration, timestamp }: EncodedPacket): void {
    if (timestamp > this.latest) {
      if (Number.isFinite(this.latest)) this.gap = timestamp - this.latest
      this.latest = timestamp
    }
    this.end = Math.max(this.end, timestamp + (duration > 0 ? duration : this.gap))
  }
}
