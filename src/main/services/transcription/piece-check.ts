import { open } from 'node:fs/promises'
import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import { isPieceOfSound } from '../../media/recording.ts'

/** How much larger than requested a piece may be: it is cut at a silence, and has a header. */
const pieceSlack = 1.1

/**
 * Rejects with an AppFailure unless a file is a piece as pages cut it. `pieceBytes` is the size that pages were given.
 */
export async function checkPiece(path: string, pieceBytes: number): Promise<void> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AppFailure(appError('file_refused', 'the piece cannot be read'), { cause })
  })
  try {
    const { size } = await file.stat()
    const head = new Uint8Array(256)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    if (!isPieceOfSound(head.subarray(0, bytesRead))) fail('file_refused', 'a piece is WAV of 16 kHz, 16 bits, mono')
    const bytesMax = Math.floor(pieceBytes * pieceSlack)
    if (size > bytesMax) fail('file_refused', `${size} bytes, of at most ${bytesMax}`)
  } finally {
    await file.close()
  }
}
