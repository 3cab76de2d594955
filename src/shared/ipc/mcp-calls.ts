import { z } from 'zod'
import { mcpKindSchema, mcpLeftoverSchema, mcpServerSchema } from '../mcp.ts'
import { mcpInsertSchema, mcpOfferSchema } from '../mcp-offers.ts'
import { id, newId, nothing } from './call-parts.ts'

const serverList = z.array(mcpServerSchema).readonly()
const offerList = z.array(mcpOfferSchema).readonly()
const leftoverList = z.array(mcpLeftoverSchema).readonly()
const text = z.string().max(8000)
/** A name with its secret value; `null` keeps the value that is stored. */
const secretValue = z.strictObject({ name: z.string().min(1).max(200), value: z.string().max(8000).nullable() })

/** What a page can ask about servers of tools. */
export const mcpCalls = {
  /** All servers there are. */
  'mcp.list': { input: nothing, output: serverList },
  /**
   * Stores a server. A command that was not confirmed waits for `mcp.confirm`; an address is asked at once. Refuses with
   * `invalid_input` a command or a name that no system takes, and with `address_insecure` or `address_invalid` an address
   * that may not carry secrets.
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
  /** Starts a server whose definition the user has seen. Refuses with `not_found` where it is another by now. */
  'mcp.confirm': { input: z.strictObject({ id, definition: z.string().max(100) }), output: serverList },
  /** Switches a server on or off. A command that nobody confirmed does not start. */
  'mcp.setEnabled': { input: z.strictObject({ id, isEnabled: z.boolean() }), output: serverList },
  /** Starts a server anew. */
  'mcp.restart': { input: z.strictObject({ id }), output: serverList },
  /** Ends and forgets a server, its secrets, and the decisions about its tools. */
  'mcp.remove': { input: z.strictObject({ id }), output: serverList },
  /**
   * Begins a sign-in at a server with an address and waits for the user's browser, up to 5 minutes. The address is for
   * `links.open`; null where the sign-in failed, and the list says why. An earlier one is cancelled.
   */
  'mcp.signIn': { input: z.strictObject({ id }), output: z.strictObject({ address: z.string().nullable() }) },
  /** Ends a sign-in that waits. */
  'mcp.cancelSignIn': { input: z.strictObject({ id }), output: serverList },
  /** Deletes the tokens of a server from this computer. */
  'mcp.signOut': { input: z.strictObject({ id }), output: serverList },
  /** Prompts and resources of the servers that run. */
  'mcp.offers': { input: nothing, output: offerList },
  /** A prompt with its gaps filled, for the composer. Refuses with `server_failed`. */
  'mcp.prompt': {
    input: z.strictObject({
      serverId: id,
      name: z.string().max(1000),
      arguments: z.record(z.string().max(1000), z.string().max(20_000)),
    }),
    output: mcpInsertSchema,
  },
  /** A resource, for the composer; its text is fenced as data. Refuses with `server_failed`. */
  'mcp.resource': { input: z.strictObject({ serverId: id, uri: z.string().max(8000) }), output: mcpInsertSchema },
  /** The last of what a server wrote, as plain text. */
  'mcp.log': { input: z.strictObject({ id }), output: z.string() },
  /** Processes of servers that outlived an Atelier that was killed. */
  'mcp.leftovers': { input: nothing, output: leftoverList },
  /** Ends one of them, if it is still the same process. */
  'mcp.endLeftover': { input: z.strictObject({ pid: z.number().int() }), output: leftoverList },
} as const

/** What main tells about servers of tools. */
export const mcpEvents = {
  'mcp.changed': serverList,
  'mcp.leftoversChanged': leftoverList,
  'mcp.offersChanged': offerList,
} as const

export const mcpContract = { calls: mcpCalls, events: mcpEvents }
