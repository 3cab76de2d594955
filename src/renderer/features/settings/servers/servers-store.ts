import { useEffect, useState } from 'react'
import type { McpLeftover, McpServer } from '../../../../shared/mcp.ts'
import { call, on, onReconnect } from '../../../platform/bridge/client.ts'

interface Servers {
  /** The servers; null until main has reported them. */
  readonly servers: readonly McpServer[] | null
  readonly leftovers: readonly McpLeftover[]
}

/** Returns the MCP servers while the page is shown. */
export function useServers(): Servers {
  const [servers, setServers] = useState<readonly McpServer[] | null>(null)
  const [leftovers, setLeftovers] = useState<readonly McpLeftover[]>([])
  useEffect(() => {
    const load = async (): Promise<void> => {
      const [list, left] = await Promise.all([call('mcp.list', {}), call('mcp.leftovers', {})])
      if (list.ok) setServers(list.value)
      if (left.ok) setLeftovers(left.value)
    }
    const undo = [
      on('mcp.changed', setServers),
      on('mcp.leftoversChanged', setLeftovers),
      onReconnect(() => void load()),
    ]
    void load()
    return () => {
      for (const each of undo) each()
    }
  }, [])
  return { servers, leftovers }
}
