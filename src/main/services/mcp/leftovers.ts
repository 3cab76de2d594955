import type { McpLeftover } from '../../../shared/mcp.ts'
import type { McpServers } from '../../storage/mcp-servers.ts'
import { processIdentity } from './process-identity.ts'
import { endTree } from './process-tree.ts'

/** Processes of servers that outlived an Atelier that was killed. They are offered to the person, never ended alone. */
export class Leftovers {
  private readonly servers: McpServers
  private readonly platform: NodeJS.Platform
  private found: readonly number[] = []

  constructor(servers: McpServers, platform: NodeJS.Platform) {
    this.servers = servers
    this.platform = platform
  }

  /** Looks which recorded processes still run. Call once, before any server is started. */
  async look(): Promise<void> {
    for (const { pid } of this.servers.processes()) if (!(await this.isTheSame(pid))) this.servers.forgetProcess(pid)
    this.found = this.servers.processes().map(({ pid }) => pid)
  }

  list(): readonly McpLeftover[] {
    const found = new Set(this.found)
    return this.servers
      .processes()
      .filter(({ pid }) => found.has(pid))
      .map(({ pid, serverId, command }) => ({
        pid,
        serverId,
        server: this.servers.find(serverId)?.name ?? '',
        command,
      }))
  }

  /** Ends a process with its descendants; only if the number still belongs to it. */
  async end(pid: number): Promise<void> {
    if (!this.found.includes(pid)) return
    if (await this.isTheSame(pid)) endTree(pid, true, this.platform)
    this.found = this.found.filter((other) => other !== pid)
    this.servers.forgetProcess(pid)
  }

  private async isTheSame(pid: number): Promise<boolean> {
    const recorded = this.servers.processes().find((process) => process.pid === pid)
    return recorded !== undefined && (await processIdentity(pid, this.platform)) === recorded.identity
  }
}
