import { type ListedProcess, processTable, withMark } from './process-table.ts'

/** Maximum number of rounds of ending, because a process may start others meanwhile. */
const roundsMax = 10

export interface ProcessFamilyParts {
  readonly platform: NodeJS.Platform
  /** The root process, which leads a group; null if only the mark is known. */
  readonly rootId: number | null
  /** Part of the environment that all descendants have, even if their parents have ended; null for none. */
  readonly mark: string | null
  /** Called when a descendant was found. */
  readonly joined?: (found: ListedProcess) => void
  /** Called when a descendant has ended. */
  readonly left?: (pid: number) => void
}

/**
 * A process with all its descendants, including those that left its group and lost their parents. Each is recognised by
 * its start time, so that a process with a reused number is never ended.
 */
export class ProcessFamily {
  private readonly parts: ProcessFamilyParts
  /** The processes found, with their identities. */
  private readonly members = new Map<number, string>()
  private isRootGone = false

  constructor(parts: ProcessFamilyParts) {
    this.parts = parts
  }

  /** Records that the first process has ended. */
  rootEnded(): void {
    this.isRootGone = true
  }

  /** Searches for members, and returns the living ones. A process found once stays a member, whatever its parent. */
  async findMembers(): Promise<readonly number[]> {
    const { joined, left, mark, platform, rootId } = this.parts
    const table = (await processTable(platform)).filter(({ pid }) => pid > 1 && pid !== process.pid)
    const byId = new Map(table.map((one) => [one.pid, one]))
    for (const [pid, identity] of this.members) {
      if (byId.get(pid)?.identity === identity) continue
      this.members.delete(pid)
      if (pid !== rootId) left?.(pid)
    }
    const root = rootId === null ? undefined : byId.get(rootId)
    // the number of a root that has ended may be another process's by now
    const isOwn = !this.isRootGone || root === undefined || this.members.has(root.pid)
    const marked = mark === null ? [] : await withMark(table, mark, platform)
    let added = [...marked, ...table.filter(({ groupId, pid }) => isOwn && (pid === rootId || groupId === rootId))]
    while (added.length > 0) {
      for (const one of added) {
        if (this.members.has(one.pid)) continue
        this.members.set(one.pid, one.identity)
        if (one.pid !== rootId) joined?.(one)
      }
      added = table.filter(({ parentId, pid }) => this.members.has(parentId) && !this.members.has(pid))
    }
    return [...this.members.keys()]
  }

  /** Asks all members to end. */
  async askToEnd(): Promise<void> {
    for (const pid of await this.findMembers()) signal(pid, 'SIGTERM')
  }

  /** Ends all members by force. Resolves when none is left, or after some rounds. */
  async endProcesses(): Promise<void> {
    for (let round = 0; round < roundsMax; round += 1) {
      const living = await this.findMembers()
      if (living.length === 0) return
      for (const pid of living) signal(pid, 'SIGKILL')
    }
  }
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // gone, or another user's
  }
}
