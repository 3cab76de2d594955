import { startOwnWorker } from '../own-worker.ts'
import { codeLanguage } from './code-languages.ts'
import type { CodeLine, ColouringAnswer, ColouringRequest } from './colouring-messages.ts'
import workerUrl from './colouring-worker.ts?worker&url'

/** Beyond this, colours cost more than they help. */
const codeLengthMax = 200_000

const listeners = new Map<number, (lines: readonly CodeLine[]) => void>()
let worker: Worker | null = null
let lastBlock = 0

/** Starts the worker when the first code is seen. Without a worker, code stays in one colour. */
function send(request: ColouringRequest): void {
  try {
    if (worker === null) {
      worker = startOwnWorker(workerUrl)
      worker.addEventListener('message', (event: MessageEvent<ColouringAnswer>) =>
        listeners.get(event.data.block)?.(event.data.lines),
      )
    }
    worker.postMessage(request)
  } catch {
    worker = null
  }
}

/**
 * Colours code line by line while it grows: every line is looked at once, when it is complete, from the state in which
 * the line before it ended.
 */
export class CodeColouring {
  private readonly language: string
  private readonly block: number
  private sent = 0
  private coloured: readonly CodeLine[] = []

  constructor(language: string, changed: (lines: readonly CodeLine[]) => void) {
    this.language = language
    lastBlock += 1
    this.block = lastBlock
    listeners.set(this.block, (lines) => {
      this.coloured = [...this.coloured, ...lines]
      changed(this.coloured)
    })
  }

  /** Takes the complete lines that there are by now; what was there before must not have changed. */
  update(lines: readonly string[]): void {
    if (lines.length <= this.sent) return
    send({ block: this.block, language: this.language, lines: lines.slice(this.sent) })
    this.sent = lines.length
  }

  close(): void {
    listeners.delete(this.block)
    send({ block: this.block, close: true })
  }
}

/** Whether code of this length is coloured at all. */
export function isColourable(language: string, length: number): boolean {
  return length <= codeLengthMax && codeLanguage(language) !== null
}
