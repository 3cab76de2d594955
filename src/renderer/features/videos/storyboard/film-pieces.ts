import type { Result } from '../../../../shared/ipc/result.ts'
import type { EncodedFormat } from '../../../../shared/storyboard.ts'
import { filmPieceBytes } from '../../../../shared/storyboard-limits.ts'
import { importFile } from '../../../platform/bridge/client.ts'

/** Hands an encoded film to main in pieces; resolves to their tokens in order. */
export async function importPieces(file: Blob, format: EncodedFormat): Promise<Result<string[]>> {
  const tokens: string[] = []
  for (let at = 0; at < file.size; at += filmPieceBytes) {
    const piece = await importFile(new File([file.slice(at, at + filmPieceBytes)], `film.${format}`))
    if (!piece.ok) return piece
    tokens.push(piece.value.token)
  }
  return { ok: true, value: tokens }
}
