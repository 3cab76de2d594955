import { z } from 'zod'
import { openedCitationSchema } from '../../../shared/knowledge.ts'
import type { Log } from '../../platform.ts'
import { ThreadCalls } from '../../threads/thread-calls.ts'
import { threadFile } from '../../threads/thread-file.ts'
import type {
  KnowledgeNews,
  KnowledgeOrder,
  KnowledgeThreadData,
  QuestionName,
  Questions,
  SourceDefinition,
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
  /** Called with progress and changes. */
  readonly onNews: (news: KnowledgeNews) => void
}

/** Asks the knowledge thread. It starts with the first source or query, and again after a crash. */
export class KnowledgeReader {
  private readonly calls: ThreadCalls<Questions, KnowledgeOrder, KnowledgeNews>
  private sources: readonly SourceDefinition[] = []

  constructor({ data, log, prepare, onNews: told }: KnowledgeReaderParts) {
    const calls: ThreadCalls<Questions, KnowledgeOrder, KnowledgeNews> = new ThreadCalls({
      name: 'the collections',
      file: threadFile('knowledge-thread', import.meta.url),
      ...{ data, log, prepare, outputs },
      onStart: () => calls.tellRunning({ kind: 'sources', sources: this.sources }),
      onNews: told,
    })
    this.calls = calls
  }

  /** Sets all sources; the thread reads the new ones. Without any, no thread is started. */
  set(sources: readonly SourceDefinition[]): void {
    this.sources = sources
    // a thread that starts is given them
    if (sources.length > 0 && !this.calls.isRunning) this.calls.start()
    else this.calls.tellRunning({ kind: 'sources', sources })
  }

  rereadSource(sourceId: string): void {
    this.calls.tellRunning({ kind: 'readAgain', sourceId })
  }

  /** Removes the words of purged sources from the index, in the background. */
  eraseTraces(): void {
    this.calls.sendOrder({ kind: 'erase' })
  }

  /** Asks the thread. Rejects with an AppFailure. */
  async askThread<N extends QuestionName>(name: N, input: Questions[N]['input']): Promise<Questions[N]['output']> {
    return await this.calls.ask(name, input)
  }

  async close(): Promise<void> {
    await this.calls.close()
  }
}
