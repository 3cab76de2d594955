import { beginningOf } from '../../../shared/writing.ts'
import type { Ports } from '../../platform.ts'

/** Longest delay before text is on disk, in ms; half of the bound in design §4. */
const journalEveryMs = 50
/** Shortest interval between updates to the page, in ms: one frame at 60 Hz. */
const showEveryMs = 16

export interface AnswerFlowParts extends Pick<Ports, 'clock'> {
  /** Existing text; new text follows it. */
  readonly base: string
  readonly show: (delta: { readonly at: number; readonly t: string }) => void
  /** Appends to the journal; must not throw. */
  readonly journal: (text: string) => void
}

/** A text that grows while an answer arrives: the answer itself, or the model's thoughts. */
export class AnswerFlow {
  private readonly parts: AnswerFlowParts
  private readonly pieces: string[]
  private shownLength: number
  private unshown = ''
  private unjournalled = ''
  private cancelShow: (() => void) | null = null
  private cancelJournal: (() => void) | null = null
  private lastShownAt = Number.NEGATIVE_INFINITY

  constructor(parts: AnswerFlowParts) {
    this.parts = parts
    this.pieces = [parts.base]
    this.shownLength = parts.base.length
  }

  /** All text so far. Text that waits for its frame is shown first, so that positions stay consistent. */
  get textSoFar(): string {
    this.showNow()
    const text = this.pieces.join('')
    this.pieces.splice(0, this.pieces.length, text)
    return text
  }

  addPiece(piece: string): void {
    const { clock } = this.parts
    this.unshown += piece
    this.unjournalled += piece
    if (this.cancelShow === null) {
      const due = this.lastShownAt + showEveryMs - clock.now()
      if (due <= 0) this.showNow()
      else this.cancelShow = clock.after(due, () => this.showNow())
    }
    this.cancelJournal ??= clock.after(journalEveryMs, () => this.journalNow())
  }

  /** Writes received text to the journal at once. */
  journalNow(): void {
    this.cancelTimer()
    if (this.unjournalled === '') return
    // half a character waits for its other half, as the database stores no halves
    const text = beginningOf(this.unjournalled, this.unjournalled.length)
    this.unjournalled = this.unjournalled.slice(text.length)
    if (text !== '') this.parts.journal(text)
  }

  /** Journals nothing more: the whole text is stored now. */
  cancelTimer(): void {
    this.cancelJournal?.()
    this.cancelJournal = null
  }

  private showNow(): void {
    this.cancelShow?.()
    this.cancelShow = null
    if (this.unshown === '') return
    const text = this.unshown
    const at = this.shownLength
    this.unshown = ''
    this.pieces.push(text)
    this.shownLength += text.length
    this.lastShownAt = this.parts.clock.now()
    this.parts.show({ at, t: text })
  }
}
