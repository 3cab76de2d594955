import { z } from 'zod'

/** Kinds of MCP servers: a command that Atelier starts, or an address. */
export const mcpKinds = ['stdio', 'http'] as const
export const mcpKindSchema = z.enum(mcpKinds)
export type McpKind = z.infer<typeof mcpKindSchema>

/** Maximum number of MCP servers. */
export const mcpServersMax = 100

/**
 * States of a server.
 * - `off`: the user switched it off
 * - `unconfirmed`: its command waits for the user's confirmation
 * - `starting`: it was started, but has not answered yet
 * - `ready`: its tools can be called
 * - `failed`: it could not start, or exited too often
 * - `stopped`: Atelier is quitting
 */
export const mcpStates = ['off', 'unconfirmed', 'starting', 'ready', 'failed', 'stopped'] as const
export type McpState = (typeof mcpStates)[number]

/**
 * Reasons why a server failed.
 * - `command_missing`: the command does not exist
 * - `not_started`: the system did not start the command
 * - `exited`: the process exited unexpectedly
 * - `no_answer`: it did not answer in time
 * - `not_mcp`: its answer is not MCP
 * - `legacy`: it supports only the transport before 2025, HTTP with SSE
 * - `unauthorised`: it rejected the secret
 * - `sign_in_needed`: it requires the user to sign in
 * - `unreachable`: its address did not answer
 * - `redirected`: its address leads to another host
 * - `address_refused`: the address is neither https nor on this computer
 * - `secret_missing`: the keychain does not have its secrets
 */
export const mcpProblems = [
  'command_missing',
  'not_started',
  'exited',
  'no_answer',
  'not_mcp',
  'legacy',
  'unauthorised',
  'sign_in_needed',
  'unreachable',
  'redirected',
  'address_refused',
  'secret_missing',
] as const
export type McpProblem = (typeof mcpProblems)[number]

/**
 * States of the sign-in at a server with an address.
 * - `none`: the server has not required a sign-in
 * - `needed`: it refuses requests until the user signs in
 * - `open`: the page in the user's browser is waiting
 * - `in`: the user is signed in
 */
export const mcpSignInStates = ['none', 'needed', 'open', 'in'] as const

/**
 * Reasons why a sign-in failed.
 * - `unsupported`: the server offers no safe sign-in
 * - `address`: it leads to a forbidden address
 * - `denied`: it was denied on the page
 * - `expired`: it was not completed in time
 * - `mismatch`: an unexpected authorization server answered
 * - `unreachable`: the authorization server did not answer
 * - `failed`: any other reason
 */
export const mcpSignInProblems = [
  'unsupported',
  'address',
  'denied',
  'expired',
  'mismatch',
  'unreachable',
  'failed',
] as const
export type McpSignInProblem = (typeof mcpSignInProblems)[number]

export const mcpServerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: mcpKindSchema,
    /** The command; empty for a server with an address. */
    command: z.string(),
    arguments: z.array(z.string()).readonly(),
    environmentNames: z.array(z.string()).readonly(),
    /** The address; empty for a server with a command. */
    url: z.string(),
    headerNames: z.array(z.string()).readonly(),
    isEnabled: z.boolean(),
    /** Hash of everything that determines what is started; a confirmation names it. */
    definition: z.string(),
    /** True if the user confirmed this definition. */
    isTrusted: z.boolean(),
    state: z.enum(mcpStates),
    problem: z.enum(mcpProblems).nullable(),
    /** The system's or server's message about the problem; untrusted plain text. */
    detail: z.string(),
    /** The file that was started; null if none was. */
    program: z.string().nullable(),
    toolCount: z.number().int(),
    /** Why the last tool list could not be read while older tools stay available; empty if it could. */
    listProblem: z.string(),
    /** Where its secrets and tokens are: the keychain, only in memory, or nowhere. */
    secretsKept: z.enum(['keychain', 'run', 'none']),
    signIn: z.enum(mcpSignInStates),
    /** Host of the page that waits for the sign-in; empty if there is none. */
    signInHost: z.string(),
    signInProblem: z.enum(mcpSignInProblems).nullable(),
    /** The subject of the problem, such as a host; untrusted plain text. */
    signInDetail: z.string(),
  })
  .readonly()
export type McpServer = z.infer<typeof mcpServerSchema>

/** A server process that survived Atelier. */
export const mcpLeftoverSchema = z
  .object({ pid: z.number().int(), serverId: z.string(), server: z.string(), command: z.string() })
  .readonly()
export type McpLeftover = z.infer<typeof mcpLeftoverSchema>
