import { withoutThinking } from '../../../shared/thinking.ts'

/** A message of a chat that is attached to another one. */
export interface AttachedMessage {
  readonly role: 'user' | 'assistant'
  /** Text of the message; in an answer, thinking may come first. */
  readonly text: string
}

/** The newest turns of a chat as one text. */
export interface ChatText {
  readonly text: string
  /** Number of messages in the text. */
  readonly taken: number
  /** Number of messages of the shown branch. */
  readonly total: number
}

/**
 * Collects the turns of a chat from the newest one backwards. A question is taken with all its answers or not at all.
 */
export class ChatTextWriter {
  private readonly max: number
  private length = 0
  private taken: readonly string[] = []
  private turn: readonly string[] = []
  private isFull = false
  private total = 0

  /** `max`: maximum length of the text, in UTF-16 units. The newest turn is included in any case. */
  constructor(max: number) {
    this.max = max
  }

  /** Adds the next older message. */
  add({ role, text }: AttachedMessage): void {
    this.total += 1
    if (this.isFull) return
    const said = role === 'user' ? text : withoutThinking(text)
    this.turn = [`## ${role === 'user' ? 'User' : 'Assistant'}\n\n${said.trim()}\n`, ...this.turn]
    if (role === 'user') this.endTurn()
  }

  /** Returns the text, oldest turn first. In English, like the marks of other files. */
  finish(title: string): ChatText {
    this.endTurn()
    const { taken, total } = this
    const part = taken.length < total ? `: its newest ${taken.length} of ${total} messages` : ''
    const lead = `Chat ${JSON.stringify(title)}${part}\n`
    return { text: [lead, ...taken].join('\n'), taken: taken.length, total }
  }

  private endTurn(): void {
    const { length, max, taken, turn } = this
    const added = turn.reduce((sum, message) => sum + message.length, 0)
    this.turn = []
    if (this.isFull || turn.length === 0) return
    if (taken.length > 0 && length + added > max) {
      this.isFull = true
      return
    }
    this.taken = [...turn, ...taken]
    this.length = length + added
  }
}
