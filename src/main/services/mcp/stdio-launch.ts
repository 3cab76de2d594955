import type { Clock } from '../../platform.ts'
import type { StoredProcess, StoredServer } from '../../storage/mcp-servers.ts'
import { FilteredTransport } from './filtered-transport.ts'
import { LaunchFailure } from './launch-failure.ts'
import type { MessageReader } from './message-reader.ts'
import { processIdentity } from './process-identity.ts'
import { programOf } from './program-path.ts'
import { ServerConnection, type ServerLimits, silenceOf } from './server-connection.ts'
import { commandLine } from './server-definition.ts'
import type { Environment } from './server-environment.ts'
import type { ServerLog } from './server-log.ts'
import { ServerProcess, type ServerProcessParts } from './server-process.ts'
import { StdioTransport } from './stdio-transport.ts'
import type { LaunchEvents, Launched } from './supervised-server.ts'

export interface StdioLaunchParts {
  readonly server: StoredServer
  /** The whole environment of the server: no other part of the app's environment reaches it. */
  readonly environment: Environment
  readonly platform: NodeJS.Platform
  readonly clock: Clock
  readonly log: ServerLog
  readonly version: string
  readonly limits: ServerLimits
  readonly reader: MessageReader
  readonly events: LaunchEvents
  readonly signal: AbortSignal
  /** Records the process, or a descendant of it, on the disk. */
  readonly started: (process: StoredProcess) => void
  /** Called when the process is gone. */
  readonly gone: (pid: number) => void
}

/** Starts the command of a server and connects to it. Rejects with a LaunchFailure. */
export async function launchStdio(parts: StdioLaunchParts): Promise<Launched> {
  const { server, environment, platform, clock, log, signal } = parts
  const program = await programOf(server.command, environment, platform)
  if (program === null) throw new LaunchFailure('command_missing', server.command)
  signal.throwIfAborted()
  const command = commandLine(server.command, server.arguments)
  const process = await startedProcess(program, {
    ...parts,
    joined: ({ identity, pid }) => parts.started({ pid, serverId: server.id, identity, command }),
    left: parts.gone,
  })
  const end = (): void => void process.endProcess()
  signal.addEventListener('abort', end, { once: true })
  void process.ended.then((how) => {
    log.addLine(`[${how}]`)
    parts.gone(process.pid)
    signal.removeEventListener('abort', end)
  })
  const identity = await processIdentity(process.pid, platform)
  if (identity !== null) parts.started({ pid: process.pid, serverId: server.id, identity, command })
  try {
    const transport = new FilteredTransport(new StdioTransport(process, log, clock, parts.reader), log.filter)
    return {
      connection: await ServerConnection.connect(transport, parts.version, parts.limits, parts.events.listChanged),
      program,
    }
  } catch (cause) {
    await process.endProcess()
    switch (silenceOf(cause)) {
      case 'timeout':
        throw new LaunchFailure('no_answer', log.reason())
      case 'closed':
        throw new LaunchFailure('exited', log.reason(), true)
      case null:
        throw new LaunchFailure('not_mcp', cause instanceof Error ? log.filter.plain(cause.message).slice(0, 500) : '')
    }
  }
}

async function startedProcess(
  program: string,
  parts: StdioLaunchParts & Pick<ServerProcessParts, 'joined' | 'left'>,
): Promise<ServerProcess> {
  try {
    return await ServerProcess.start({ ...parts, program, arguments: parts.server.arguments })
  } catch (cause) {
    throw new LaunchFailure('not_started', cause instanceof Error ? cause.message : String(cause))
  }
}
