import { create } from 'zustand'
import { useChat } from '../state/chat-store.ts'

/** Messages deleted at one position of the open chat since it was opened. */
export interface DeletionLine {
  /** The deletions, oldest first. */
  readonly ids: readonly string[]
  readonly count: number
  /** The message before that position; null at the beginning of the chat. */
  readonly afterId: string | null
}

interface Deletions {
  /** The chat that the lines belong to. */
  readonly conversationId: string | null
  readonly lines: readonly DeletionLine[]
  /** Ids of all deletions in order of time. */
  readonly newest: readonly string[]
}

/**
 * Adds a deletion of `gone` messages, after the message `afterId`. A line after a deleted message moves to the same
 * position.
 */
export function withDeletion(
  lines: readonly DeletionLine[],
  deletion: { readonly id: string; readonly count: number; readonly afterId: string | null },
  gone: ReadonlySet<string>,
): readonly DeletionLine[] {
  const { afterId, count, id } = deletion
  const isHere = (line: DeletionLine) => line.afterId === afterId || (line.afterId !== null && gone.has(line.afterId))
  const here = lines.filter(isHere)
  const joined: DeletionLine = {
    ids: [...here.flatMap(({ ids }) => ids), id],
    count: here.reduce((sum, line) => sum + line.count, count),
    afterId,
  }
  return [...lines.filter((line) => !isHere(line)), joined]
}

/** Drops a restored deletion of `count` messages; a line without any left disappears. */
export function withoutDeletion(lines: readonly DeletionLine[], id: string, count: number): readonly DeletionLine[] {
  return lines
    .map((line) =>
      line.ids.includes(id)
        ? { ...line, ids: line.ids.filter((other) => other !== id), count: line.count - count }
        : line,
    )
    .filter(({ ids }) => ids.length > 0)
}

const none: Deletions = { conversationId: null, lines: [], newest: [] }

/** Deletions from the open chat; forgotten when the chat is left. */
export const useDeletions = create<Deletions>(() => none)

let isFollowing = false

/** Shows a deletion at its position until the chat is left. */
export function showDeletion(
  conversationId: string,
  deletion: Parameters<typeof withDeletion>[1],
  gone: ReadonlySet<string>,
): void {
  if (!isFollowing) {
    isFollowing = true
    useChat.subscribe(({ chat }) => {
      const { conversationId: of } = useDeletions.getState()
      if (of !== null && chat.open?.conversation.id !== of) useDeletions.setState(none)
    })
  }
  useDeletions.setState((state) => {
    const { lines, newest } = state.conversationId === conversationId ? state : none
    return { conversationId, lines: withDeletion(lines, deletion, gone), newest: [...newest, deletion.id] }
  })
}

/** Returns the latest deletion; null if none is shown. */
export function newestDeletion(): string | null {
  return useDeletions.getState().newest.at(-1) ?? null
}

/** Drops the line of a restored deletion. */
export function hideDeletion(id: string, count: number): void {
  useDeletions.setState(({ lines, newest }) => ({
    lines: withoutDeletion(lines, id, count),
    newest: newest.filter((other) => other !== id),
  }))
}
