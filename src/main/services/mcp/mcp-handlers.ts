import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { mcpCalls } from '../../../shared/ipc/mcp-calls.ts'
import type { McpService } from './mcp-service.ts'

/** Handlers of the calls about servers of tools. */
export function mcpHandlers(mcp: McpService): HandlersOf<typeof mcpCalls> {
  return {
    'mcp.list': () => mcp.listServers(),
    'mcp.save': (input) => mcp.saveServer(input),
    'mcp.confirm': (input) => mcp.confirm(input),
    'mcp.setEnabled': (input) => mcp.setEnabled(input),
    'mcp.restart': (input) => mcp.restart(input),
    'mcp.remove': (input) => mcp.removeServer(input),
    'mcp.signIn': (input) => mcp.signIn(input),
    'mcp.cancelSignIn': (input) => mcp.cancelSignIn(input),
    'mcp.signOut': (input) => mcp.signOut(input),
    'mcp.offers': () => mcp.offers(),
    'mcp.prompt': (input) => mcp.prompt(input),
    'mcp.resource': (input) => mcp.resource(input),
    'mcp.log': (input) => mcp.log(input),
    'mcp.leftovers': () => mcp.leftovers(),
    'mcp.endLeftover': ({ pid }) => mcp.endLeftover(pid),
  }
}
