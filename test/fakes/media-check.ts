import { writeFile } from 'node:fs/promises'
import type { MediaReader } from '../../src/main/media/media-reader.ts'
import { fileWantsCut, hasOneTrack, recordingMimeOf } from '../../src/main/media/recording.ts'
import { Mp3Frames } from '../../src/renderer/features/transcription/listening/mp3-frames.ts'
import { isChained } from '../../src/renderer/features/transcription/listening/ogg-streams.ts'
import { pcmStretches } from '../../src/renderer/features/transcription/listening/pcm-sound.ts'
import { AppFailure } from '../../src/shared/errors.ts'
import { pcmLayout, type ReadBytes } from '../../src/shared/pcm-layout.ts'

export interface MediaVerdict {
  readonly outcome: 'video' | 'none' | 'not-read'
  readonly isWholeSound: boolean
  readonly problem: string | null
}

const wanted = new AbortController().signal

/** Reads a file as video and as recording, as the app does, and checks the promises about the results. */
export async function verdictOnMedia(reader: MediaReader, path: string, bytes: Buffer): Promise<MediaVerdict> {
  await writeFile(path, bytes)
  const mime = await recordingMimeOf(path)
  if (mime !== null) {
    await fileWantsCut(path, mime)
    await hasOneTrack(path, mime)
  }
  const broken = await brokenPromise(bytes)
  const isWholeSound = await reader.writeWholeSound(path, `${path}.whole`, wanted)
  try {
    const facts = await reader.readVideo(path, wanted)
    return { outcome: facts === null ? 'none' : 'video', isWholeSound, problem: broken }
  } catch (cause) {
    if (cause instanceof AppFailure && cause.error.code === 'video_not_read')
      return { outcome: 'not-read', isWholeSound, problem: broken }
    return { outcome: 'not-read', isWholeSound, problem: String(cause) }
  }
}

/** Reads a file with the readers of pages that need no browser. Null when each keeps within the file. */
async function brokenPromise(bytes: Buffer): Promise<string | null> {
  const read: ReadBytes = async (from, to) => bytes.subarray(from, to)
  const layout = await pcmLayout(read, bytes.length)
  if (layout !== null) {
    const { channels, dataFrom, dataTo } = layout
    if (dataFrom > dataTo || dataTo > bytes.length) return 'sound beyond the file'
    let samples = 0
    if (channels >= 1 && channels <= 64)
      for await (const stretch of pcmStretches(layout, read)) samples += stretch.samples.length
    if (samples > bytes.length) return 'more samples than bytes'
  }
  await isChained(read, bytes.length)
  const frames = new Mp3Frames(bytes.length)
  for (let before = -1; frames.position < bytes.length && frames.position > before; ) {
    before = frames.position
    const block = bytes.subarray(before, before + 65_536)
    for (const { at, bytes: length } of frames.in(block))
      if (at + length > block.length) return 'a frame beyond its block'
  }
  return frames.position > bytes.length || frames.skipped > bytes.length ? 'frames beyond the file' : null
}
