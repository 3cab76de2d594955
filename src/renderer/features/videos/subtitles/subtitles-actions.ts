import type { SavedFile } from '../../../../shared/image.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { EncodedFormat } from '../../../../shared/storyboard.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import type { EncodingParts } from '../storyboard/encoded-film.ts'
import { importPieces } from '../storyboard/film-pieces.ts'
import type { Subtitles } from './subtitled-frames.ts'
import type { SubtitledFilm } from './subtitles-store.ts'

/** Why a film was not saved. `number` is that of the video that cannot be read. */
export type SubtitlesProblem =
  | { readonly kind: 'unable' | 'failed' }
  | { readonly kind: 'unread'; readonly number: number }

/** End of saving a film; null if the user cancelled it. */
type SubtitlesEnd = { readonly kind: 'saved' } | SubtitlesProblem | null

/** Encodes a film with subtitles and saves it as a file. */
export async function saveSubtitled(
  film: SubtitledFilm,
  subtitles: Subtitles,
  parts: Omit<EncodingParts, 'subtitles'>,
): Promise<SubtitlesEnd> {
  try {
    const { encodedFilm } = await import('../storyboard/encoded-film.ts')
    const encoded = await encodedFilm(film.clips, { ...parts, subtitles })
    switch (encoded.kind) {
      case 'encoded': {
        const isSaved = await handOut(film.owner, encoded)
        await encoded.discard()
        return isSaved ? { kind: 'saved' } : null
      }
      case 'unread':
        return { kind: 'unread', number: film.clips.findIndex(({ id }) => id === encoded.clipId) + 1 }
      case 'unable':
        return { kind: 'unable' }
      case 'cancelled':
        return null
      default:
        return encoded satisfies never
    }
  } catch {
    // the disk is full, or the encoder gave up
    return parts.signal.aborted ? null : { kind: 'failed' }
  }
}

async function handOut(
  owner: SubtitledFilm['owner'],
  { file, format }: { readonly file: Blob; readonly format: EncodedFormat },
): Promise<boolean> {
  const pieces = await importPieces(file, format)
  const saved = pieces.ok ? await saveFile(owner, format, pieces.value) : pieces
  if (saved.ok) return finishSaving(saved.value)
  if (saved.error.code !== 'cancelled') tellError(saved.error)
  return false
}

async function saveFile(
  owner: SubtitledFilm['owner'],
  format: EncodedFormat,
  tokens: string[],
): Promise<Result<SavedFile>> {
  return owner.kind === 'video'
    ? await call('videos.saveEncoded', { jobId: owner.jobId, format, tokens })
    : await call('storyboards.saveEncoded', { storyboardId: owner.storyboardId, format, tokens })
}
