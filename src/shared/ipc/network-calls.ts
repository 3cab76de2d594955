import { z } from 'zod'
import { proxyReportSchema, proxySettingsSchema } from '../proxy.ts'
import { proxyModes } from '../proxy-modes.ts'
import { id, nothing } from './call-parts.ts'

const proxyState = z
  .object({
    settings: proxySettingsSchema,
    /** Whether a password is stored for this proxy and user name, also in a locked keychain. No call returns it. */
    hasPassword: z.boolean(),
    /** What this shell can do. */
    modes: z.array(z.enum(proxyModes)).readonly(),
  })
  .readonly()
const password = z.string().max(255).optional()

/** Calls about the way to the network. */
export const networkCalls = {
  'network.get': { input: nothing, output: proxyState },
  /** Applies the stored way again where it was not; for a keychain that has been unlocked. */
  'network.retry': { input: nothing, output: proxyState },
  /**
   * Requests from now on go the new way; those under way finish on the old one. Without `password` the stored one of the
   * same proxy and user stays. Refuses with `proxy_address`, and with
   * `proxy_locked` when the keychain does not give it.
   */
  'network.save': { input: z.strictObject({ settings: proxySettingsSchema, password }), output: proxyState },
  /** Tries the way to a connection's gateway, hop by hop, and saves nothing. No key is sent. */
  'network.test': {
    input: z.strictObject({ settings: proxySettingsSchema, password, connectionId: id.nullable() }),
    output: proxyReportSchema,
  },
} as const

export const networkContract = { calls: networkCalls, events: {} as const }
