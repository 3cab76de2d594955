import { saidParts, withoutThinking } from '../../../../shared/thinking.ts'
import { Pace } from '../../../pace.ts'
import type { DocxBlock } from '../../documents/word/docx-messages.ts'
import type { PortableConversation, PortableMessage } from '../atelier-format.ts'
import { atelierJson } from '../export/atelier-writer.ts'
import type { ExportPlan, PlannedItem } from '../export/export-plan.ts'
import type { ExportWords } from '../export/export-words.ts'
import { chatHead, chatMessage, documentPart as documentText } from '../export/markdown.ts'
import type { PortableReader } from '../export/portable-reader.ts'
import { chatHeadBlocks, messageBlocks } from './chat-blocks.ts'
import { documentPart, messageParts, type PagePorts, pageEnd, pageHead } from './chat-page.ts'
import { pictureStyle } from './page-style.ts'
import { isShownPicture, pictureData } from './picture-data.ts'

export interface ChatTextsParts {
  readonly reader: PortableReader
  readonly plan: ExportPlan
  /** True if the models' thoughts are written. */
  readonly thinking: boolean
  readonly about: { readonly app: string; readonly exportedAt: number }
  readonly words: ExportWords
  readonly language: 'en' | 'zh-CN'
  readonly render: PagePorts['render']
  readonly signal: AbortSignal
  /** Progress: the messages written so far. */
  readonly onMessages: (count: number) => void
}

/** Writes chats as texts, piece by piece, and yields to the event loop between them. */
export class ChatTexts {
  private readonly parts: ChatTextsParts
  private readonly pace = new Pace()
  private readonly files: ReadonlyMap<string, { readonly path: string; readonly mime: string }>
  private messages = 0

  constructor(parts: ChatTextsParts) {
    this.parts = parts
    const there = parts.plan.media
      .allMedia()
      .flatMap(({ entry, source }) =>
        source === null ? [] : [[entry.id, { path: source, mime: entry.mime }] as const],
      )
    this.files = new Map(there)
  }

  /** Returns the chat's title; empty if it has none. */
  titleOf({ item }: PlannedItem): string {
    return this.parts.reader.conversation(item)?.title ?? ''
  }

  async *markdown({ item }: PlannedItem): AsyncGenerator<string> {
    const { plan, reader, thinking, words } = this.parts
    const about = reader.conversation(item)
    if (about === null) return
    yield chatHead(about, words)
    const pathOf = (id: string) => plan.media.pathOf(id)
    for await (const message of this.branch(about)) {
      if (about.parameters.text !== undefined) yield documentText(message)
      else yield chatMessage({ message, pathOf, versions: 1, thinking, up: '' }, words)
    }
  }

  async *html({ item }: PlannedItem): AsyncGenerator<string> {
    const { language, reader, words } = this.parts
    const about = reader.conversation(item)
    if (about === null) return
    yield pageHead(about, words, language)
    for await (const message of this.branch(about)) {
      if (about.parameters.text !== undefined) yield documentPart(message.text)
      else yield* messageParts(message, `m${this.messages}`, this.ports)
    }
    yield pageEnd
  }

  /** Resolves to the parts of a Word document. */
  async docx({ item }: PlannedItem): Promise<readonly DocxBlock[]> {
    const { reader, thinking, words } = this.parts
    const about = reader.conversation(item)
    if (about === null) return []
    const blocks = [...chatHeadBlocks(about, words)]
    const ports = { thinking, words, fileOf: (id: string) => this.files.get(id) ?? null }
    for await (const message of this.branch(about)) {
      if (about.parameters.text !== undefined) blocks.push({ kind: 'plain', text: message.text })
      else for await (const block of messageBlocks(message, ports)) blocks.push(block)
    }
    return blocks
  }

  /** Yields all chats in Atelier's own format, with every version. */
  async *json(): AsyncGenerator<string> {
    const { about, plan, reader, signal, thinking } = this.parts
    const pieces = atelierJson(
      plan,
      reader,
      about,
      () => this.wrote(),
      (message, { parameters }) => (thinking || parameters.text !== undefined ? message : withoutThought(message)),
    )
    for (const piece of pieces) {
      yield piece
      await this.pace.yieldIfDue(signal)
    }
  }

  /** Returns the messages from one to another, and the answers that follow; empty if one is not in the shown branch. */
  stretchOf({ item }: PlannedItem, fromId: string, toId: string): readonly string[] {
    const { reader } = this.parts
    const about = reader.conversation(item)
    const ids = about === null ? [] : this.branchIds(about)
    const from = ids.indexOf(fromId)
    const to = ids.indexOf(toId)
    if (from < 0 || to < from) return []
    let end = to + 1
    while (end < ids.length && reader.message(ids[end] ?? '')?.message.role === 'assistant') end += 1
    return ids.slice(from, end)
  }

  /** Messages as the content of a picture. */
  async *pictureContent(ids: readonly string[], theme: 'light' | 'dark'): AsyncGenerator<string> {
    yield `<div xmlns="http://www.w3.org/1999/xhtml" class="page"><style>${pictureStyle(theme)}</style><main>`
    for (const [index, id] of ids.entries()) {
      const found = this.parts.reader.message(id)
      if (found !== null) yield* messageParts(found.message, `m${index}`, this.ports)
      await this.pace.yieldIfDue(this.parts.signal)
    }
    yield '</main></div>'
  }

  private get ports(): PagePorts {
    const { render, thinking, words } = this.parts
    return {
      render,
      thinking,
      words,
      picture: (id) => {
        const file = this.files.get(id)
        return file === undefined || !isShownPicture(file.mime) ? null : pictureData(file.path, file.mime)
      },
    }
  }

  private async *branch(about: PortableConversation): AsyncGenerator<PortableMessage> {
    for (const id of this.branchIds(about)) {
      const found = this.parts.reader.message(id)
      if (found !== null) yield found.message
      this.wrote()
      await this.pace.yieldIfDue(this.parts.signal)
    }
  }

  private branchIds(about: PortableConversation): readonly string[] {
    const { items } = this.parts.reader
    const leaf = about.leafId ?? items.messageIds(about.id).at(-1)
    return leaf === undefined ? [] : items.branchIds(leaf)
  }

  private wrote(): void {
    this.messages += 1
    this.parts.onMessages(this.messages)
  }
}

/** Returns a message without its model's thoughts. */
function withoutThought({ thinking: _, ...message }: PortableMessage): PortableMessage {
  if (message.role === 'user') return message
  if (message.rounds === undefined) return { ...message, text: withoutThinking(message.text) }
  const parts = saidParts(
    message.text,
    message.rounds.map(({ textEnd }) => textEnd),
  )
  // the text for gateways holds thoughts too; the offsets of calls count in the whole text
  let textEnd = 0
  const rounds = message.rounds.map((round, index) => {
    textEnd += parts[index]?.length ?? 0
    return { ...round, textEnd, replay: {}, calls: round.calls.map((call) => ({ ...call, extra: {} })) }
  })
  return { ...message, text: parts.join(''), rounds }
}
