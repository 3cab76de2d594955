import { randomUUID } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lightMessage } from './large-message.ts'
import { longToken } from './long-strings.ts'

const port = parentPort
if (port === null) throw new Error('this is a thread')

port.on('message', (bytes: Uint8Array) => {
  const read = lightMessage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), () =>
    longToken(randomUUID()),
  )
  const taken = read === null || read === 'too_large' ? [] : read.taken
  port.postMessage(
    read,
    taken.flatMap(({ bytes: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
  )
})
