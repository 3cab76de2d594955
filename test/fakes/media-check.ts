import { writeFile } from 'node:fs/promises'
import type { MediaReader } from '../../src/main/media/media-reader.ts'
import { recordingMimeOf } from '../../src/main/media/recording.ts'
import { AppFailure } from '../../src/shared/errors.ts'

export interface MediaVerdict {
  readonly outcome: 'video' | 'none' | 'not-read'
  readonly isWholeSound: boolean
  readonly problem: string | null
}

const wanted = new AbortController().signal

/** Reads a file as video and as recording, as the app does, and checks the promises about the results. */
export async function verdictOnMedia(reader: MediaReader, path: string, bytes: Buffer): Promise<MediaVerdict> {
  await writeFile(path, bytes)
  await recordingMimeOf(path)
  const isWholeSound = await reader.writeWholeSound(path, `${path}.whole`, wanted)
  try {
    const facts = await reader.readVideo(path, wanted)
    return { outcome: facts === null ? 'none' : 'video', isWholeSound, problem: null }
  } catch (cause) {
    if (cause instanceof AppFailure && cause.error.code === 'video_not_read')
      return { outcome: 'not-read', isWholeSound, problem: null }
    return { outcome: 'not-read', isWholeSound, problem: String(cause) }
  }
}
