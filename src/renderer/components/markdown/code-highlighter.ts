import { startOwnWorker } from '../own-worker.ts'
import { codeLanguage } from './code-languages.ts'
import type { CodeLine, ColouringAnswer } from './colouring-messages.ts'
import { ColouringThread } from './colouring-thread.ts'
import workerUrl from './colouring-worker.ts?worker&url'

/** Longest highlighted code, in UTF-16 units; beyond it, highlighting costs too much. */
const codeLengthMax = 200_000

/** The used part of the thread. */
type ColouringBlocks = Pick<ColouringThread, 'close' | 'open' | 'send'>

/** The worker starts with the first code block. */
const thread = new ColouringThread({
  start: (answered, failed) => {
    const worker = startOwnWorker(workerUrl)
    worker.addEventListener('message', (event: MessageEvent<ColouringAnswer>) => answered(event.data))
    worker.addEventListener('error', failed)
    return worker
  },
  after: (ms, action) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
})

/**
 * Highlights growing code line by line. Each complete line is tokenised once, from the state at the end of the previous
 * one.
 */
export class CodeColouring {
  private readonly language: string
  private readonly showLines: (lines: readonly CodeLine[]) => void
  private readonly thread: ColouringBlocks
  private block: number
  private lines: readonly string[] = []
  private sent = 0
  private coloured: readonly CodeLine[] = []

  constructor(language: string, changed: (lines: readonly CodeLine[]) => void, blocks: ColouringBlocks = thread) {
    this.language = language
    this.showLines = changed
    this.thread = blocks
    this.block = this.open()
  }

  /** Accepts all complete lines so far. If an earlier line has changed, all lines are highlighted again. */
  update(lines: readonly string[]): void {
    const hasChanged = this.lines.slice(0, this.sent).some((line, at) => line !== lines[at])
    this.lines = lines
    if (hasChanged) {
      this.thread.close(this.block)
      this.block = this.open()
      this.forget()
    }
    this.send()
  }

  close(): void {
    this.thread.close(this.block)
  }

  private open(): number {
    return this.thread.open({
      coloured: (lines) => {
        this.coloured = [...this.coloured, ...lines]
        this.showLines(this.coloured)
      },
      startedAnew: () => {
        this.forget()
        this.send()
      },
    })
  }

  private forget(): void {
    this.coloured = []
    this.sent = 0
  }

  private send(): void {
    const { lines, sent } = this
    if (lines.length <= sent) return
    this.sent = lines.length
    this.thread.send(this.block, this.language, lines.slice(sent))
  }
}

/** Returns the tokens of a line; null if they belong to a different text, such as a line that has grown since. */
export function tokensOf(line: string, tokens: CodeLine | undefined): CodeLine | null {
  if (tokens === undefined) return null
  let at = 0
  for (const { text } of tokens) {
    if (!line.startsWith(text, at)) return null
    at += text.length
  }
  // the carriage return of a Windows line end has no colour
  return at === line.length || line.slice(at) === '\r' ? tokens : null
}

/** Returns true if code of this length is highlighted. */
export function isColourable(language: string, length: number): boolean {
  return length <= codeLengthMax && codeLanguage(language) !== null
}
