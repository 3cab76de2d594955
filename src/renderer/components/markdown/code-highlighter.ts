import { startOwnWorker } from '../own-worker.ts'
import { codeLanguage } from './code-languages.ts'
import type { CodeLine, ColouringAnswer } from './colouring-messages.ts'
import { ColouringThread } from './colouring-thread.ts'
import workerUrl from './colouring-worker.ts?worker&url'

/** Longest highlighted code, in UTF-16 units; beyond it, highlighting costs too much. */
const codeLengthMax = 200_000

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
  private readonly block: number
  private lines: readonly string[] = []
  private sent = 0
  private coloured: readonly CodeLine[] = []

  constructor(language: string, changed: (lines: readonly CodeLine[]) => void) {
    this.language = language
    this.block = thread.open({
      coloured: (lines) => {
        this.coloured = [...this.coloured, ...lines]
        changed(this.coloured)
      },
      startedAnew: () => {
        this.coloured = []
        this.sent = 0
        this.send()
      },
    })
  }

  /** Takes all complete lines so far; earlier lines must not have changed. */
  update(lines: readonly string[]): void {
    this.lines = lines
    this.send()
  }

  close(): void {
    thread.close(this.block)
  }

  private send(): void {
    const { lines, sent } = this
    if (lines.length <= sent) return
    this.sent = lines.length
    thread.send(this.block, this.language, lines.slice(sent))
  }
}

/** Whether code of this length is highlighted at all. */
export function isColourable(language: string, length: number): boolean {
  return length <= codeLengthMax && codeLanguage(language) !== null
}
