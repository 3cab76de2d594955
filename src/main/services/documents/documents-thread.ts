import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { type FileProblem, fileBytesMax } from '../../../shared/attached-file-limits.ts'
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
  if (typeof bytes === 'string') return { state: 'refused', problem: bytes }
  if (!isPdf(bytes)) return { state: 'refused', problem: 'not_supported' }
  const found = await pdfPage(bytes, page, password)
  return typeof found === 'string' ? { state: 'refused', problem: found } : { state: 'drawn', ...found }
}

async function read(task: DocumentTask): Promise<DocumentAnswer> {
  const bytes = 'bytes' in task ? task.bytes : await bytesOf(task.path)
  if (typeof bytes === 'string') return { state: 'refused', problem: bytes }
  const found = await documentText(task.name, bytes, task.password, task.decoding)
  if (typeof found === 'string') return { state: 'refused', problem: found }
  const { encoding, pages, text } = found
  const encoded = new TextEncoder().encode(text)
  const { tokens } = estimateTokens(text)
  const how = encoding === undefined ? {} : { encoding }
  return { state: 'read', text: encoded, pages, length: text.length, tokens, ...how }
}

/** The bytes of a file, or why there are none. */
async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer> | FileProblem> {
  const file = await open(path).catch(() => null)
  if (file === null) return 'gone'
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return 'gone'
    if (stats.size > fileBytesMax) return 'too_large'
    const bytes = new Uint8Array(stats.size)
    const { bytesRead } = await file.read(bytes, 0, stats.size, 0)
    return bytesRead === stats.size ? bytes : 'changed'
  } catch {
    // a drive that was taken out
    return 'gone'
  } finally {
    await file.close()
  }
}
