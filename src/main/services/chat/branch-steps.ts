import { Pace } from '../../pace.ts'
import type { ContextMessage, Messages } from '../../storage/messages.ts'

/** Messages read at a time. */
const stepSize = 200

/**
 * Yields the messages of a branch, newest first. Yields to the event loop between them, so that a long branch does not
 * block.
 */
export async function* newestFirst(
  messages: Pick<Messages, 'context' | 'parentOf'>,
  leafId: string | null,
): AsyncGenerator<ContextMessage, void, undefined> {
  const pace = new Pace()
  for (let lastId = leafId; lastId !== null; ) {
    const step = messages.context(lastId, stepSize)
    for (const message of step.toReversed()) {
      yield message
      await pace.yieldIfDue()
    }
    const first = step[0]
    lastId = first === undefined ? null : messages.parentOf(first.id)
  }
}

/** The end of a branch, in the form that a request reads. */
export interface BranchEnd {
  /** Messages of the branch, oldest first. */
  readonly branch: readonly ContextMessage[]
  /** True if the branch holds the message that requests begin with. */
  readonly isCut: boolean
}

/**
 * Reads the last `limit` messages of a branch, from the message that requests begin with at most. Yields to the event
 * loop, however long the branch is.
 */
export async function branchEnd(
  messages: Pick<Messages, 'branchIds' | 'context' | 'parentOf'>,
  lastId: string,
  limit: number,
  fromId: string | undefined,
): Promise<BranchEnd> {
  const branch: ContextMessage[] = []
  for await (const message of newestFirst(messages, lastId)) {
    branch.push(message)
    if (message.id === fromId) return { branch: branch.reverse(), isCut: true }
    if (branch.length < limit) continue
    const isCut = fromId !== undefined && (await messageAfter(messages, fromId, message.id)) !== undefined
    return { branch: branch.reverse(), isCut }
  }
  return { branch: branch.reverse(), isCut: false }
}

/**
 * Resolves to the message after a message in the branch that ends with `lastId`. Null if it is the last, undefined if
 * it is in another branch. Yields to the event loop.
 */
export async function messageAfter(
  messages: Pick<Messages, 'branchIds' | 'parentOf'>,
  id: string,
  lastId: string,
): Promise<string | null | undefined> {
  const after = await messagesAfter(messages, id, lastId, 1)
  return after === null ? undefined : (after[0] ?? null)
}

/**
 * Resolves to the ids of up to `limit` messages after a message in the branch that ends with `lastId`, oldest first.
 * Null if it is in another branch. Yields to the event loop.
 */
export async function messagesAfter(
  messages: Pick<Messages, 'branchIds' | 'parentOf'>,
  id: string,
  lastId: string,
  limit: number,
): Promise<readonly string[] | null> {
  const pace = new Pace()
  let after: readonly string[] = []
  // the tree of a foreign database may have a circle
  const seen = new Set<string>()
  for (let end: string | null = lastId; end !== null && !seen.has(end); ) {
    seen.add(end)
    const step = messages.branchIds(end, stepSize)
    const at = step.lastIndexOf(id)
    if (at >= 0) return [...step.slice(at + 1), ...after].slice(0, limit)
    after = [...step, ...after].slice(0, limit)
    const first: string | undefined = step[0]
    end = first === undefined ? null : messages.parentOf(first)
    await pace.yieldIfDue()
  }
  return null
}

/** Resolves to the last message of the newest branch through a message. Yields to the event loop. */
export async function newestLeaf(messages: Pick<Messages, 'newestLeaf'>, id: string): Promise<string> {
  const pace = new Pace()
  const seen = new Set<string>()
  for (let at = id; ; ) {
    seen.add(at)
    const below = messages.newestLeaf(at, stepSize)
    // the same message if nothing follows, an earlier one in a circle
    if (seen.has(below)) return at
    at = below
    await pace.yieldIfDue()
  }
}

/** Looks messages up a part of the list at a time. Yields to the event loop between parts. */
export async function foundAmong(
  branch: readonly ContextMessage[],
  find: (part: readonly ContextMessage[]) => ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const pace = new Pace()
  const found = new Set<string>()
  for (let from = 0; from < branch.length; from += stepSize) {
    for (const id of find(branch.slice(from, from + stepSize))) found.add(id)
    await pace.yieldIfDue()
  }
  return found
}
