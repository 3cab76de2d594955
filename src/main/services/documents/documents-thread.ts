import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { type FileProblem, fileBytesMax } from '../../../shared/attached-file-limits.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { serveTasks } from '../../threads/thread-serving.ts'
import { articleText } from './article-text.ts'
import type {
  ArticleAnswer,
  ArticleTask,
  DocumentAnswer,
  DocumentTask,
  PageAnswer,
  PageTask,
  PassagesAnswer,
  PassagesTask,
} from './document-messages.ts'
import { passageBytesMax, passagesOf, readingProblemOf } from './document-passages.ts'
import { documentText, isPdf } from './document-text.ts'
import { pdfPage } from './pdf-pages.ts'

type Answer = ArticleAnswer | DocumentAnswer | PageAnswer | PassagesAnswer

/** The thread that reads documents. */
serveTasks(async (task: ArticleTask | DocumentTask | PageTask | PassagesTask): Promise<Answer> => {
  return await workOf(task).catch(() => ({ state: 'refused', problem: 'damaged' }))
}, buffersOf)

function workOf(task: ArticleTask | DocumentTask | PageTask | PassagesTask): Promise<Answer> {
  if ('article' in task) return article(task)
  return 'page' in task ? drawn(task) : 'passages' in task ? divided(task) : read(task)
}

/** Buffers that move to the asking thread instead of being copied. */
function buffersOf(answer: Answer): ArrayBuffer[] {
  switch (answer.state) {
    case 'article':
    case 'read':
    case 'divided':
      return [answer.text.buffer]
    case 'drawn':
      return [answer.pixels.buffer]
    case 'readable':
    case 'refused':
      return []
  }
}

async function drawn({ page, password, path }: PageTask): Promise<PageAnswer> {
  const bytes = await bytesOf(path, fileBytesMax)
  if (typeof bytes === 'string') return { state: 'refused', problem: bytes }
  if (!isPdf(bytes)) return { state: 'refused', problem: 'not_supported' }
  const found = await pdfPage(bytes, page, password)
  return typeof found === 'string' ? { state: 'refused', problem: found } : { state: 'drawn', ...found }
}

async function article({ article: bytes, name, type }: ArticleTask): Promise<ArticleAnswer> {
  const found = await articleText(bytes, type, name)
  if (typeof found === 'string') return { state: 'refused', problem: found }
  const { text, title } = found
  const { tokens } = estimateTokens(text)
  return { state: 'article', title, text: new TextEncoder().encode(text), length: text.length, tokens }
}

async function read(task: DocumentTask): Promise<DocumentAnswer> {
  const bytes = 'bytes' in task ? task.bytes : await bytesOf(task.path, fileBytesMax)
  if (typeof bytes === 'string') return { state: 'refused', problem: bytes }
  const found = await documentText(task.name, bytes, task.password, task.decoding)
  if (typeof found === 'string') return { state: 'refused', problem: found }
  const { encoding, pages, text, unread = [] } = found
  const encoded = new TextEncoder().encode(text)
  const { tokens } = estimateTokens(text)
  const how = encoding === undefined ? {} : { encoding }
  return { state: 'read', text: encoded, pages, length: text.length, tokens, unread: [...unread], ...how }
}

async function divided(task: PassagesTask): Promise<PassagesAnswer> {
  const bytes = 'bytes' in task ? task.bytes : await bytesOf(task.path, passageBytesMax(task.name))
  if (bytes === 'empty') return { state: 'readable' }
  if (typeof bytes === 'string') return { state: 'refused', problem: readingProblemOf(bytes) }
  return await passagesOf(task.name, bytes, task.passages)
}

/** Resolves to the bytes of a file, or to why there are none. Never waits for a pipe. */
async function bytesOf(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | FileProblem> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null)
  if (file === null) return 'gone'
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return 'gone'
    if (stats.size > bytesMax) return 'too_large'
    const bytes = new Uint8Array(stats.size)
    const { bytesRead } = await file.read(bytes, 0, stats.size, 0)
    return bytesRead === stats.size ? bytes : 'changed'
  } catch {
    // a drive that was removed
    return 'gone'
  } finally {
    await file.close()
  }
}
