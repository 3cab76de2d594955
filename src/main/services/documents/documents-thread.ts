import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { fileBytesMax } from '../../../shared/attached-file-limits.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import type { DocumentAnswer, DocumentTask } from './document-messages.ts'
import { documentText } from './document-text.ts'

/** The thread that reads documents. It holds only its own memory, so that it can be ended at any moment. */
const port = parentPort
if (port === null) throw new Error('this is a thread')

port.on('message', async (task: DocumentTask) => {
  const answer = await read(task).catch((): DocumentAnswer => ({ state: 'refused', problem: 'damaged' }))
  port.postMessage(answer, answer.state === 'read' ? [answer.text.buffer] : [])
})

async function read({ name, path }: DocumentTask): Promise<DocumentAnswer> {
  const bytes = await bytesOf(path)
  if (bytes === null) return { state: 'refused', problem: 'too_large' }
  const found = await documentText(name, bytes)
  if (typeof found === 'string') return { state: 'refused', problem: found }
  const { pages, text } = found
  const encoded = new TextEncoder().encode(text)
  return { state: 'read', text: encoded, pages, length: text.length, tokens: estimateTokens(text).tokens }
}

/** Null for a file above the bound. */
async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > fileBytesMax) return null
    const bytes = new Uint8Array(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
