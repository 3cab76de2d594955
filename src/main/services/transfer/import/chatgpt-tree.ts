import { type Piece, pieceOf } from './chatgpt-message.ts'
import type { Conversation } from './chatgpt-schemas.ts'
import { type ForeignConversation, type ForeignMessage, ownId, type SetAside, timeOf } from './foreign.ts'
import { inOrder } from './message-tree.ts'
import { Skips } from './skips.ts'

type Aside = Extract<Piece, { kind: 'aside' }>
type Said = Extract<Piece, { kind: 'said' }>

/** Reads a conversation with its tree. A conversation with a circle, or one that was deleted there, is set aside. */
export function foreignConversation(
  conversation: Conversation,
  pictures: ReadonlyMap<string, string>,
): ForeignConversation | SetAside {
  const title = conversation.title ?? conversation.name ?? ''
  if (conversation.is_deleted === true || conversation.is_visible === false) return { title, reason: 'deleted' }
  const nodes = conversation.mapping
  const order = inOrder(nodes)
  if (order === null) return { title, reason: 'damaged' }
  const skipped = new Skips()
  const tree = new Tree()
  const system = new Set<string>()
  for (const key of order) {
    const node = nodes.get(key) ?? {}
    if (node.odd === true) skipped.addSkip('other')
    const piece = node.message == null ? null : pieceOf(node.message, pictures, skipped)
    if (piece?.kind === 'system') system.add(piece.text)
    tree.addNode(key, node.parent ?? null, piece?.kind === 'system' ? null : piece)
  }
  const messages = tree.endTree()
  if (messages.length === 0 && [...nodes.values()].some(({ odd }) => odd === true)) return { title, reason: 'damaged' }
  const { conversation_id, current_node, id } = conversation
  return {
    key: conversation_id ?? id ?? ownId('chatgpt', JSON.stringify([conversation.create_time, ...nodes.keys()])),
    title,
    createdAt: timeOf(conversation.create_time, 's'),
    activeAt: timeOf(conversation.update_time, 's'),
    model: conversation.default_model_slug ?? messages.findLast(({ model }) => model !== '')?.model ?? '',
    system: [...system].join('\n\n'),
    pinned: conversation.is_starred === true || conversation.is_pinned === true || conversation.pinned_time != null,
    archived: conversation.is_archived === true,
    messages,
    leaf: current_node == null ? null : tree.nearestTo(current_node),
    skipped,
  }
}

/** Thinking and tool texts that wait for the following answer. */
interface Waiting {
  /** Key of the last of them. */
  key: string
  readonly parent: string | null
  readonly parts: Aside[]
}

/** Joins the messages of one answer, and attaches each message to the nearest imported one above it. */
class Tree {
  private readonly messages: ForeignMessage[] = []
  /** For every node: the key of the nearest imported message at or above it. */
  private readonly nearest = new Map<string, string | null>()
  /** Parts waiting for a message, by the node that they follow; the first message after it includes them. */
  private readonly waiting = new Map<string, Waiting>()

  addNode(key: string, parent: string | null, piece: Said | Aside | null): void {
    const above = parent === null ? null : (this.nearest.get(parent) ?? null)
    const waiting = parent === null ? undefined : this.waiting.get(parent)
    if (parent !== null && waiting !== undefined) this.waiting.delete(parent)
    if (piece?.kind === 'said') {
      const isAnswer = piece.role === 'assistant'
      if (waiting !== undefined && !isAnswer) this.flush(waiting)
      if (waiting !== undefined && !isAnswer && parent !== null) this.nearest.set(parent, waiting.key)
      const { kind: _, ...said } = piece
      const joined = waiting !== undefined && isAnswer ? withAsides(said, waiting.parts) : said
      this.messages.push({ ...joined, key, parent: waiting !== undefined && !isAnswer ? waiting.key : above })
      this.nearest.set(key, key)
      return
    }
    this.nearest.set(key, above)
    if (piece === null) {
      if (waiting !== undefined) this.waiting.set(key, waiting)
      return
    }
    const parts = waiting?.parts ?? []
    parts.push(piece)
    this.waiting.set(key, { key, parent: waiting?.parent ?? above, parts })
  }

  /** Returns all messages. Texts without a following answer become their own answers. */
  endTree(): readonly ForeignMessage[] {
    for (const [key, waiting] of this.waiting) {
      this.flush(waiting)
      this.nearest.set(key, waiting.key)
    }
    this.waiting.clear()
    return this.messages
  }

  nearestTo(key: string): string | null {
    return this.nearest.get(key) ?? null
  }

  private flush({ key, parent, parts }: Waiting): void {
    const empty = { role: 'assistant', text: '', model: '', at: parts[0]?.at ?? null, pictures: [] } as const
    this.messages.push({ ...withAsides(empty, parts), key, parent })
  }
}

function withAsides(said: Omit<Said, 'kind'>, parts: readonly Aside[]): Omit<Said, 'kind'> {
  const thinking = parts.map((part) => part.thinking).filter((part) => part !== '')
  const texts = [...parts.map((part) => part.text), said.text].filter((part) => part !== '')
  const model = said.model || (parts.find((part) => part.model !== '')?.model ?? '')
  return {
    ...said,
    model,
    text: texts.join('\n\n'),
    ...(thinking.length === 0 ? {} : { thinking: thinking.join('\n\n') }),
  }
}
