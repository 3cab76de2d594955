import type { McpLeftover } from '../../../shared/mcp.ts'
import type { McpServers } from '../../storage/mcp-servers.ts'
import { ProcessFamily } from './process-family.ts'
import { processIdentity } from './process-identity.ts'
import { endTree } from './process-tree.ts'

/**
 * Processes of servers that survived a killed Atelier. Processes of existing servers are ended; others are offered to
 * the user.
 */
export class Leftovers {
  private readonly servers: McpServers
  private readonly platform: NodeJS.Platform
  private found: readonly number[] = []

  /** Mark in the environment of all processes of this data folder; null for none. */
  private readonly mark: string | null

  constructor(servers: McpServers, platform: NodeJS.Platform, mark: string | null = null) {
    this.servers = servers
    this.platform = platform
    this.mark = mark
  }

  /**
   * Checks which recorded processes still run, and ends those of known servers. Call once, before any server is
   * started.
   */
  async endLeftProcesses(): Promise<void> {
    // the search reads the environment of every process, while the page waits for its first files
    if (this.servers.allServers().length === 0 && this.servers.processes().length === 0) return
    for (const { pid, serverId } of this.servers.processes()) {
      const isLeft = await this.isTheSame(pid)
      if (isLeft && this.servers.findServer(serverId) !== null) await this.endFamily(pid)
      if (!isLeft || this.servers.findServer(serverId) !== null) this.servers.forgetProcess(pid)
    }
    if (this.mark !== null)
      await new ProcessFamily({ platform: this.platform, rootId: null, mark: this.mark }).endProcesses()
    this.found = this.servers.processes().map(({ pid }) => pid)
  }

  listLeftovers(): readonly McpLeftover[] {
    const found = new Set(this.found)
    return this.servers
      .processes()
      .filter(({ pid }) => found.has(pid))
      .map(({ pid, serverId, command }) => ({
        pid,
        serverId,
        server: this.servers.findServer(serverId)?.name ?? '',
        command,
      }))
  }

  /** Ends a process with its descendants, only if its id still belongs to it. */
  async endProcess(pid: number): Promise<void> {
    if (!this.found.includes(pid)) return
    if (await this.isTheSame(pid)) await this.endFamily(pid)
    this.found = this.found.filter((other) => other !== pid)
    this.servers.forgetProcess(pid)
  }

  private async endFamily(pid: number): Promise<void> {
    const family = new ProcessFamily({ platform: this.platform, rootId: pid, mark: null })
    // a group that it does not lead is not its own
    await family.findMembers()
    endTree(pid, true, this.platform)
    await family.endProcesses()
  }

  private async isTheSame(pid: number): Promise<boolean> {
    const recorded = this.servers.processes().find((process) => process.pid === pid)
    return recorded !== undefined && (await processIdentity(pid, this.platform)) === recorded.identity
  }
}
