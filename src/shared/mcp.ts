import { z } from 'zod'

/** Kinds of servers: a command that Atelier starts, or an address. */
export const mcpKinds = ['stdio', 'http'] as const
export const mcpKindSchema = z.enum(mcpKinds)
export type McpKind = z.infer<typeof mcpKindSchema>

/** The most servers of tools. */
export const mcpServersMax = 100

/**
 * States of a server.
 * - `off`: the user switched it off
 * - `unconfirmed`: its command waits for the user's confirmation
 * - `starting`: it was started, and does not answer yet
 * - `ready`: its tools can be called
 * - `failed`: it could not start, or ended by itself too often
 * - `stopped`: Atelier is ending
 */
export const mcpStates = ['off', 'unconfirmed', 'starting', 'ready', 'failed', 'stopped'] as const
export type McpState = (typeof mcpStates)[number]

/**
 * Reasons why a server failed.
 * - `command_missing`: there is no such command
 * - `not_started`: the system did not start the command
 * - `exited`: the process ended by itself
 * - `no_answer`: it did not answer in time
 * - `not_mcp`: its answer makes no sense
 * - `legacy`: it only speaks the transport before 2025, HTTP with SSE
 * - `unauthorised`: it refused the secret
 * - `sign_in_needed`: it wants the user to sign in
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
 * - `none`: it has not asked for one
 * - `needed`: it refuses until the user signs in
 * - `open`: the page in the user's browser waits
 * - `in`: the user is signed in
 */
export const mcpSignInStates = ['none', 'needed', 'open', 'in'] as const

/**
 * Reasons why a sign-in failed.
 * - `unsupported`: the server offers none that is safe
 * - `address`: it leads to an address that it may not lead to
 * - `denied`: it was refused on the page
 * - `expired`: nobody finished it in time
 * - `mismatch`: another authorization server answered than was asked
 * - `unreachable`: the authorization server did not answer
 * - `failed`: anything else
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
    /** Empty for a server with an address. */
    command: z.string(),
    arguments: z.array(z.string()).readonly(),
    environmentNames: z.array(z.string()).readonly(),
    /** Empty for a server with a command. */
    url: z.string(),
    headerNames: z.array(z.string()).readonly(),
    isEnabled: z.boolean(),
    /** Hash of all that decides what is started; a confirmation names it. */
    definition: z.string(),
    /** Whether the user confirmed this definition. */
    isTrusted: z.boolean(),
    state: z.enum(mcpStates),
    problem: z.enum(mcpProblems).nullable(),
    /** What the system or the server said about the problem; plain text of others. */
    detail: z.string(),
    /** The file that was started; null where nothing was. */
    program: z.string().nullable(),
    toolCount: z.number().int(),
    /** Why the last list of tools could not be read while older tools stay; empty where it could. */
    listProblem: z.string(),
    /** Where its secrets and tokens are: the keychain, only in this run, or nowhere. */
    secretsKept: z.enum(['keychain', 'run', 'none']),
    signIn: z.enum(mcpSignInStates),
    /** Host of the page that waits for the sign-in; empty where none does. */
    signInHost: z.string(),
    signInProblem: z.enum(mcpSignInProblems).nullable(),
    /** What the problem is about, such as a host; plain text of others. */
    signInDetail: z.string(),
  })
  .readonly()
export type McpServer = z.infer<typeof mcpServerSchema>

/** A process of a server that outlived Atelier. */
export const mcpLeftoverSchema = z
  .object({ pid: z.number().int(), serverId: z.string(), server: z.string(), command: z.string() })
  .readonly()
export type McpLeftover = z.infer<typeof mcpLeftoverSchema>
