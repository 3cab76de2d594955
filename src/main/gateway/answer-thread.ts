import { serveTasks } from '../threads/thread-serving.ts'
import { ownBuffer } from '../threads/thread-tasks.ts'
import type { AnswerTask, ReadAnswer } from './answer-messages.ts'
import { readAnswer } from './answer-reading.ts'

serveTasks((task: AnswerTask) => readAnswer(task), buffersOf)

/** Returns the buffers to transfer instead of copying. Small buffers share memory with others. */
function buffersOf(answer: ReadAnswer): ArrayBuffer[] {
  if (answer.kind === 'embeddings') return answer.vectors.buffer instanceof ArrayBuffer ? [answer.vectors.buffer] : []
  if (answer.kind !== 'images') return []
  return answer.answer.pieces.flatMap((piece) => (piece.kind === 'bytes' ? ownBuffer(piece.bytes) : []))
}
