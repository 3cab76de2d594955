import { z } from 'zod'
import { mcpKindSchema, mcpLeftoverSchema, mcpServerSchema } from '../mcp.ts'
import { mcpInsertSchema, mcpOfferSchema } from '../mcp-offers.ts'
import { id, newId, nothing } from './call-parts.ts'

const serverList = z.array(mcpServerSchema).readonly()
const offerList = z.array(mcpOfferSchema).readonly()
const leftoverList = z.array(mcpLeftoverSchema).readonly()
const text = z.string().max(8000)
/** A name with its secret value; `null` keeps the stored value. */
const secretValue = z.strictObject({ name: z.string().min(1).max(200), value: z.string().max(8000).nullable() })

/** Calls about MCP servers. */
export const mcpCalls = {
  /** Returns all servers. */
  'mcp.list': { input: nothing, output: serverList },
  /**
   * Stores a server. An unconfirmed command waits for `mcp.confirm`; a server with an address is contacted immediately.
   * Refuses with `invalid_input` a command or a name that is invalid on every system. Refuses with `address_insecure`
   * or `address_invalid` an address that must not carry secrets.
   */
  'mcp.save': {
    input: z.strictObject({
      id: newId,
      name: z.string().trim().min(1).max(80),
      kind: mcpKindSchema,
      command: text,
      arguments: z.array(text).max(200).readonly(),
      environment: z.array(secretValue).max(100).readonly(),
      url: text,
      headers: z.array(secretValue).max(50).readonly(),
    }),
    output: serverList,
  },
  /**
   * Starts a server whose definition the user has seen. Refuses with `not_found` if the definition has changed since.
   */
  'mcp.confirm': { input: z.strictObject({ id, definition: z.string().max(100) }), output: serverList },
  /** Switches a server on or off. An unconfirmed command does not start. */
  'mcp.setEnabled': { input: z.strictObject({ id, isEnabled: z.boolean() }), output: serverList },
  /** Restarts a server. */
  'mcp.restart': { input: z.strictObject({ id }), output: serverList },
  /** Stops and deletes a server, its secrets, and the permissions of its tools. */
  'mcp.remove': { input: z.strictObject({ id }), output: serverList },
  /**
   * Begins a sign-in at a server with an address and waits for the user's browser, up to 5 minutes. The returned
   * address is for `links.open`; null if the sign-in failed, with the reason in the list. Cancels an earlier sign-in.
   */
  'mcp.signIn': { input: z.strictObject({ id }), output: z.strictObject({ address: z.string().nullable() }) },
  /** Cancels a waiting sign-in. */
  'mcp.cancelSignIn': { input: z.strictObject({ id }), output: serverList },
  /** Deletes the tokens of a server from this computer. */
  'mcp.signOut': { input: z.strictObject({ id }), output: serverList },
  /** Returns the prompts and resources of the running servers. */
  'mcp.offers': { input: nothing, output: offerList },
  /** Requests a prompt with its arguments, for the composer. Refuses with `server_failed`. */
  'mcp.prompt': {
    input: z.strictObject({
      serverId: id,
      name: z.string().max(1000),
      arguments: z.record(z.string().max(1000), z.string().max(20_000)),
    }),
    output: mcpInsertSchema,
  },
  /** Returns a resource for the composer; its text is fenced as data. Refuses with `server_failed`. */
  'mcp.resource': { input: z.strictObject({ serverId: id, uri: z.string().max(8000) }), output: mcpInsertSchema },
  /** Returns the end of a server's log, as plain text. */
  'mcp.log': { input: z.strictObject({ id }), output: z.string() },
  /** Returns server processes that survived an earlier, killed Atelier. */
  'mcp.leftovers': { input: nothing, output: leftoverList },
  /** Ends one of these processes, if it is still the same process. */
  'mcp.endLeftover': { input: z.strictObject({ pid: z.number().int() }), output: leftoverList },
} as const

/** Events about MCP servers. */
export const mcpEvents = {
  'mcp.changed': serverList,
  'mcp.leftoversChanged': leftoverList,
  'mcp.offersChanged': offerList,
} as const

export const mcpContract = { calls: mcpCalls, events: mcpEvents }
