import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppFailure, appError } from '../../../shared/errors.ts'
import { openedCitationSchema } from '../../../shared/knowledge.ts'
import type { Log } from '../../platform.ts'
import { threadFile } from '../../threads/thread-file.ts'
import type {
  FromThread,
  KnowledgeThreadData,
  QuestionName,
  Questions,
  SourceDefinition,
  ToThread,
} from './knowledge-messages.ts'

const passageSchema = z.object({
  id: z.number(),
  documentId: z.number(),
  position: z.number(),
  start: z.number(),
  end: z.number(),
  partId: z.string().nullable(),
  atMs: z.number().nullable(),
  headings: z.array(z.string()),
  tableHead: z.string().nullable(),
  text: z.string(),
  collectionId: z.string(),
  sourceId: z.string(),
  key: z.string(),
  title: z.string(),
})
const outputs: { readonly [N in QuestionName]: z.ZodType<Questions[N]['output']> } = {
  search: z.array(z.number()),
  passages: z.array(passageSchema),
  open: openedCitationSchema,
}

export interface KnowledgeReaderParts {
  readonly data: KnowledgeThreadData
  /** Makes the index file; called before the thread opens it. */
  readonly prepare: () => void
  readonly log: Log
  /** Called with the messages of the thread that are not answers. */
  readonly told: (message: Extract<FromThread, { readonly kind: 'progress' | 'changed' }>) => void
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: unknown) => void
}

/**
 * The main process's side of the knowledge thread. The thread starts with the first source or question, also after it
 * died.
 */
export class KnowledgeReader {
  private readonly parts: KnowledgeReaderParts
  private thread: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private sources: readonly SourceDefinition[] = []
  private lastId = 0
  private closed = false

  constructor(parts: KnowledgeReaderParts) {
    this.parts = parts
  }

  /** Sets all sources; the thread reads the new ones. Without any, no thread is started. */
  set(sources: readonly SourceDefinition[]): void {
    this.sources = sources
    if (sources.length > 0 && this.thread === null) this.running()
    else this.send({ kind: 'sources', sources })
  }

  readAgain(sourceId: string): void {
    this.send({ kind: 'readAgain', sourceId })
  }

  /** Removes the words of purged sources from the index, in the background. */
  eraseTraces(): void {
    if (!this.closed) this.running().postMessage({ kind: 'erase' } satisfies ToThread)
  }

  /** Asks the thread. Rejects with an AppFailure. */
  async ask<N extends QuestionName>(name: N, input: Questions[N]['input']): Promise<Questions[N]['output']> {
    if (this.closed) throw new AppFailure(appError('app_closed'))
    this.lastId += 1
    const id = this.lastId
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.running().postMessage({ kind: 'ask', id, name, input })
    return outputs[name].parse(await answer)
  }

  /** Asks the thread to end; terminating it in a query would crash the process. */
  async close(): Promise<void> {
    this.closed = true
    const { thread } = this
    if (thread !== null) {
      const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
      thread.ref()
      thread.postMessage({ kind: 'end' } satisfies ToThread)
      await exited
    }
    this.failAll('app_closed')
  }

  private send(message: ToThread): void {
    if (!this.closed) this.thread?.postMessage(message)
  }

  private running(): Worker {
    if (this.thread !== null) return this.thread
    this.parts.prepare()
    const thread = new Worker(threadFile('knowledge-thread', import.meta.url), { workerData: this.parts.data })
    this.thread = thread
    thread.unref()
    thread.on('message', (message: FromThread) => this.take(message))
    thread.on('error', (cause) => {
      const name = cause instanceof Error ? cause.name : 'unknown'
      this.parts.log('error', 'the thread of the collections died', { cause: name })
    })
    thread.on('exit', () => {
      if (this.thread !== thread) return
      this.thread = null
      this.failAll('internal')
    })
    thread.postMessage({ kind: 'sources', sources: this.sources } satisfies ToThread)
    return thread
  }

  private take(message: FromThread): void {
    switch (message.kind) {
      case 'answer':
        this.waiting.get(message.id)?.resolve(message.value)
        this.waiting.delete(message.id)
        break
      case 'refused':
        this.waiting.get(message.id)?.reject(new AppFailure(message.error))
        this.waiting.delete(message.id)
        break
      default:
        this.parts.told(message)
    }
  }

  private failAll(code: 'app_closed' | 'internal'): void {
    for (const { reject } of this.waiting.values()) reject(new AppFailure(appError(code)))
    this.waiting.clear()
  }
}
