import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { fileBytesMax } from '../../../shared/attached-file-limits.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import type { DocumentAnswer, DocumentTask, PageAnswer, PageTask } from './document-messages.ts'
import { documentText, isPdf } from './document-text.ts'
import { pdfPage } from './pdf-pages.ts'

/** The thread that reads documents. It holds only its own memory, so that it can be ended at any moment. */
const port = parentPort
if (port === null) throw new Error('this is a thread')

port.on('message', async (task: DocumentTask | PageTask) => {
  const answer = await ('page' in task ? drawn(task) : read(task)).catch(
    (): DocumentAnswer => ({ state: 'refused', problem: 'damaged' }),
  )
  port.postMessage(answer, buffersOf(answer))
})

/** What is moved to main instead of copied. */
function buffersOf(answer: DocumentAnswer | PageAnswer): ArrayBuffer[] {
  switch (answer.state) {
    case 'read':
      return [answer.text.buffer]
    case 'drawn':
      return [answer.pixels.buffer]
    case 'refused':
      return []
  }
}

async function drawn({ page, password, path }: PageTask): Promise<PageAnswer> {
  const bytes = await bytesOf(path)
  if (bytes === null) return { state: 'refused', problem: 'too_large' }
  if (!isPdf(bytes)) return { state: 'refused', problem: 'not_supported' }
  const found = await pdfPage(bytes, page, password)
  return typeof found === 'string' ? { state: 'refused', problem: found } : { state: 'drawn', ...found }
}

async function read(task: DocumentTask): Promise<DocumentAnswer> {
  const bytes = 'bytes' in task ? task.bytes : await bytesOf(task.path)
  if (bytes === null) return { state: 'refused', problem: 'too_large' }
  const found = await documentText(task.name, bytes, task.password, task.decoding)
  if (typeof found === 'string') return { state: 'refused', problem: found }
  const { encoding, pages, text } = found
  const encoded = new TextEncoder().encode(text)
  const { tokens } = estimateTokens(text)
  const how = encoding === undefined ? {} : { encoding }
  return { state: 'read', text: encoded, pages, length: text.length, tokens, ...how }
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
