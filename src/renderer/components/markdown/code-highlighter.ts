import { startOwnWorker } from '../own-worker.ts'
import { codeLanguage } from './code-languages.ts'
import type { CodeLine, ColouringAnswer } from './colouring-messages.ts'
import { ColouringThread } from './colouring-thread.ts'
import workerUrl from './colouring-worker.ts?worker&url'

/** Beyond this, colours cost more than they help. */
const codeLengthMax = 200_000

/** Started when the first code is seen. */
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

  /** Takes the complete lines that there are by now; what was there before must not have changed. */
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

/** Whether code of this length is coloured at all. */
export function isColourable(language: string, length: number): boolean {
  return length <= codeLengthMax && codeLanguage(language) !== null
}
