import { Client, ProtocolError, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { McpPrompt, McpResource } from '../../../shared/mcp-offers.ts'
import type { Fields, ToolContext } from '../tools/tool.ts'
import { promptAnswerSchema, resourceAnswerSchema } from './inserted-text.ts'
import { LaunchFailure } from './launch-failure.ts'
import { type ListKind, offersMax, readPrompts, readResources } from './listed-offers.ts'
import { pagesMax, type ReadTools, readTools, toolsMax } from './listed-tools.ts'
import { plainText } from './plain-text.ts'
import { type CallAnswer, callAnswerSchema } from './tool-result.ts'

/** Limits of requests to a server, in ms. */
export interface ServerLimits {
  /** Until the first answer, in ms; `npx` may have to download the server first. */
  readonly connectMs: number
  readonly listMs: number
  /** Limit of a call without progress, in ms. */
  readonly callMs: number
  /** Limit of a whole call, in ms. */
  readonly callTotalMs: number
}

export const serverLimits: ServerLimits = {
  connectMs: 120_000,
  listMs: 30_000,
  callMs: 120_000,
  callTotalMs: 600_000,
}

type PromptAnswer = z.infer<typeof promptAnswerSchema>
type ResourceAnswer = z.infer<typeof resourceAnswerSchema>

/** Outcome of a call: the server's answer, or a sentence for the model about why there is none. */
export type CallOutcome =
  | { readonly ok: true; readonly answer: CallAnswer }
  | { readonly ok: false; readonly text: string }

const cursor = z.string().optional().catch(undefined)
const pageSchemas = {
  tools: z.looseObject({ tools: z.array(z.unknown()), nextCursor: cursor }),
  prompts: z.looseObject({ prompts: z.array(z.unknown()), nextCursor: cursor }),
  resources: z.looseObject({ resources: z.array(z.unknown()), nextCursor: cursor }),
} as const

/** The server no longer knows the session, for example after a restart, and did not process the request. */
export class SessionLost extends Error {
  constructor() {
    super('the server no longer knows the session')
  }
}

/**
 * One connection to a server, from its first answer to its end. Declares no capabilities: servers can request nothing.
 */
export class ServerConnection {
  private readonly client: Client
  private readonly limits: ServerLimits
  private hasLostSession = false

  /** Connects. Rejects with the SDK's error; the transport is then closed. */
  static async connect(
    transport: Transport,
    version: string,
    limits: ServerLimits,
    listChanged: (kind: ListKind) => void,
  ): Promise<ServerConnection> {
    const client = new Client({ name: 'Atelier', version }, { capabilities: {} })
    client.onerror = () => {}
    client.setNotificationHandler('notifications/tools/list_changed', () => listChanged('tools'))
    client.setNotificationHandler('notifications/prompts/list_changed', () => listChanged('prompts'))
    client.setNotificationHandler('notifications/resources/list_changed', () => listChanged('resources'))
    try {
      await client.connect(transport, { timeout: limits.connectMs, maxTotalTimeout: limits.connectMs })
    } catch (cause) {
      await transport.close().catch(() => {})
      throw cause
    }
    return new ServerConnection(client, limits)
  }

  private constructor(client: Client, limits: ServerLimits) {
    this.client = client
    this.limits = limits
    client.onerror = (cause) => {
      if (cause instanceof SessionLost) this.sessionLost()
    }
  }

  /** Registers a callback for the end of the server or of the connection; it is called once. */
  onEnd(run: () => void): void {
    this.client.onclose = run
  }

  /** Resolves to all pages of the list of tools. An endless list is truncated, and reported as such. */
  async tools(): Promise<ReadTools> {
    const { values, hasEnd } = await this.pages('tools', toolsMax)
    const { tools, problems } = readTools(values)
    if (hasEnd) return { tools, problems }
    return { tools, problems: [...problems, 'The list of tools has no end. What came after the bound was left out.'] }
  }

  /** Resolves to all prompts, up to a bound. */
  async prompts(): Promise<readonly McpPrompt[]> {
    return readPrompts((await this.pages('prompts', offersMax)).values)
  }

  /** Resolves to all resources, up to a bound. */
  async resources(): Promise<readonly McpResource[]> {
    return readResources((await this.pages('resources', offersMax)).values)
  }

  /** Requests a prompt with its arguments. Rejects with the SDK's error. */
  async prompt(name: string, given: Readonly<Record<string, string>>): Promise<PromptAnswer> {
    const params = { name, arguments: { ...given } }
    return await this.client.request({ method: 'prompts/get', params }, promptAnswerSchema, this.patience)
  }

  /** Reads a resource. Rejects with the SDK's error. */
  async resource(uri: string): Promise<ResourceAnswer> {
    return await this.client.request({ method: 'resources/read', params: { uri } }, resourceAnswerSchema, this.patience)
  }

  /** Calls a tool. After an abort the server is notified, and the promise rejects. */
  async call(name: string, input: Fields, context: Pick<ToolContext, 'signal' | 'progress'>): Promise<CallOutcome> {
    if (this.hasLostSession) return { ok: false, text: failedCall(new SessionLost()) }
    try {
      const answer = await this.client.request(
        { method: 'tools/call', params: { name, arguments: { ...input } } },
        callAnswerSchema,
        {
          signal: context.signal,
          timeout: this.limits.callMs,
          maxTotalTimeout: this.limits.callTotalMs,
          resetTimeoutOnProgress: true,
          onprogress: ({ message, progress, total }) => {
            const part = total === undefined || !(total > 0) ? null : Math.min(1, Math.max(0, progress / total))
            context.progress(plainText((message ?? '').slice(0, 2000)).slice(0, 500), part)
          },
        },
      )
      return { ok: true, answer }
    } catch (cause) {
      context.signal.throwIfAborted()
      return { ok: false, text: failedCall(cause) }
    }
  }

  async close(): Promise<void> {
    await this.client.close()
  }

  /**
   * Ends the connection after the request that detected the loss has its own answer. The outcome of all other requests
   * is unknown.
   */
  private sessionLost(): void {
    if (this.hasLostSession) return
    this.hasLostSession = true
    setImmediate(() => void this.close().catch(() => {}))
  }

  private get patience(): { readonly timeout: number; readonly maxTotalTimeout: number } {
    return { timeout: this.limits.listMs, maxTotalTimeout: this.limits.listMs }
  }

  /**
   * Resolves to the values of all pages of a list, a few more than `max` at most; none if the server has no such list.
   */
  private async pages(
    kind: ListKind,
    max: number,
  ): Promise<{ readonly values: readonly unknown[]; readonly hasEnd: boolean }> {
    if (this.client.getServerCapabilities()?.[kind] === undefined) return { values: [], hasEnd: true }
    const values: unknown[] = []
    const seen = new Set<string>()
    let cursor: string | undefined
    for (let page = 0; page < pagesMax && values.length <= max; page += 1) {
      const params = cursor === undefined ? {} : { cursor }
      const read = await this.client.request({ method: `${kind}/list`, params }, pageSchemas[kind], this.patience)
      values.push(...listOf(read, kind).slice(0, max + 1))
      cursor = read.nextCursor
      if (cursor === undefined) return { values, hasEnd: true }
      if (seen.has(cursor)) break
      seen.add(cursor)
    }
    return { values, hasEnd: false }
  }
}

function listOf(page: Readonly<Record<string, unknown>>, kind: ListKind): readonly unknown[] {
  const list = page[kind]
  return Array.isArray(list) ? list : []
}

/** Returns a sentence for the model about a call that gave no result. */
function failedCall(cause: unknown): string {
  if (cause instanceof LaunchFailure && cause.problem === 'sign_in_needed')
    return 'The server did not run the call: the person has to sign in to it first.'
  if (cause instanceof SessionLost)
    return 'The server did not run the call: it no longer knows the session. It is being connected to again.'
  if (cause instanceof ProtocolError) return `The server reported an error: ${cause.message.slice(0, 4000)}`
  if (!(cause instanceof SdkError)) return 'The server could not be asked.'
  switch (cause.code) {
    case SdkErrorCode.RequestTimeout:
      return 'The server did not answer in time. The call may have had an effect.'
    case SdkErrorCode.ConnectionClosed:
      return 'The server ended during the call. The call may have had an effect.'
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
      return 'The answer of the server makes no sense.'
    default:
      return 'The server could not be asked.'
  }
}

/** Returns why a server was silent: no answer in time, or its end. Null for other errors. */
export function silenceOf(cause: unknown): 'timeout' | 'closed' | null {
  if (!(cause instanceof SdkError)) return null
  if (cause.code === SdkErrorCode.RequestTimeout) return 'timeout'
  return cause.code === SdkErrorCode.ConnectionClosed ? 'closed' : null
}
