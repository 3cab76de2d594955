import type { AppError } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { EncodedFormat } from '../../../../shared/storyboard.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { clipsOf } from './clips.ts'
import { importPieces } from './film-pieces.ts'
import { storyboards, useStoryboards } from './storyboard-store.ts'

/** Joins the chosen storyboard without encoding, and saves it; reports what prevents that. */
export async function saveFilm(): Promise<void> {
  const { saving, shown } = storyboards()
  if (saving !== null || shown === null) return
  useStoryboards.setState({ saving: { storyboardId: shown.id, stage: 'joining', part: 0 }, obstacle: null })
  const answer = await call('storyboards.join', { storyboardId: shown.id })
  useStoryboards.setState({ saving: null })
  if (!answer.ok) return report(answer.error)
  if (answer.value.kind === 'saved') finishSaving(answer.value.saved)
  else useStoryboards.setState({ obstacle: answer.value })
}

/** Shows how much of a film is written. */
export function showPart(storyboardId: string, part: number): void {
  useStoryboards.setState(({ saving }) =>
    saving?.storyboardId === storyboardId ? { saving: { ...saving, part } } : {},
  )
}

let encoding: AbortController | null = null

/** Stops saving; nothing incomplete remains. */
export function cancelSaving(): void {
  if (encoding !== null) encoding.abort()
  else void call('storyboards.cancelJoin', {})
}

/** Encodes the videos of the chosen storyboard again, in the size of the first, and saves them as one file. */
export async function encodeFilm(): Promise<void> {
  const { saving, shown } = storyboards()
  if (saving !== null || shown === null) return
  const { id: storyboardId } = shown
  const running = new AbortController()
  encoding = running
  useStoryboards.setState({ saving: { storyboardId, stage: 'encoding', part: 0 }, obstacle: null })
  try {
    const { encodedFilm } = await import('./encoded-film.ts')
    const film = await encodedFilm(clipsOf(shown.entries), {
      signal: running.signal,
      onPart: (part) => showPart(storyboardId, part),
    })
    switch (film.kind) {
      case 'encoded':
        finish(await handedOver(storyboardId, film))
        await film.discard()
        return
      case 'unread':
        useStoryboards.setState({ obstacle: { kind: 'unread', entryId: film.clipId } })
        return
      case 'unable':
        useStoryboards.setState({ obstacle: { kind: 'unable' } })
        return
      case 'cancelled':
        return
      default:
        film satisfies never
    }
  } finally {
    encoding = null
    useStoryboards.setState({ saving: null })
  }
}

async function handedOver(
  storyboardId: string,
  { file, format }: { readonly file: Blob; readonly format: EncodedFormat },
): Promise<Result<SavedFile>> {
  const pieces = await importPieces(file, format)
  if (!pieces.ok) return pieces
  return await call('storyboards.saveEncoded', { storyboardId, format, tokens: pieces.value })
}

function finish(answer: Result<SavedFile>): void {
  if (answer.ok) finishSaving(answer.value)
  else report(answer.error)
}

function report(error: AppError): void {
  if (error.code !== 'cancelled') tellError(error)
}
