import { randomUUID } from 'node:crypto'
import { serveTasks } from '../../threads/thread-serving.ts'
import { lightMessage } from './large-message.ts'
import { longToken } from './long-strings.ts'

serveTasks(
  (bytes: Uint8Array) =>
    lightMessage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), () => longToken(randomUUID())),
  (read) =>
    read === null || read === 'too_large'
      ? []
      : read.taken.flatMap(({ bytes: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
)
