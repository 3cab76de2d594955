import { parentPort } from 'node:worker_threads'
import type { AnswerTask, ReadAnswer } from './answer-messages.ts'
import { readAnswer } from './answer-reading.ts'

const port = parentPort
if (port === null) throw new Error('this is a thread')

port.on('message', (task: AnswerTask) => {
  const answer = readAnswer(task)
  port.postMessage(answer, buffersOf(answer))
})

/** Returns the buffers to transfer instead of copying. Small buffers share memory with others. */
function buffersOf(answer: ReadAnswer): ArrayBuffer[] {
  if (answer.kind === 'embeddings') return answer.vectors.buffer instanceof ArrayBuffer ? [answer.vectors.buffer] : []
  if (answer.kind !== 'images') return []
  const buffers = answer.answer.pieces.flatMap((piece) => (piece.kind === 'bytes' ? [piece.bytes] : []))
  return buffers.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [],
  )
}
