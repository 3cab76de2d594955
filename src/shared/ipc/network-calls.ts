import { z } from 'zod'
import { proxyReportSchema, proxySettingsSchema } from '../proxy.ts'
import { proxyModes } from '../proxy-modes.ts'
import { id, nothing } from './call-parts.ts'

const proxyState = z
  .object({
    settings: proxySettingsSchema,
    /** True if a password is stored for this proxy and user name, even in a locked keychain. No call returns it. */
    hasPassword: z.boolean(),
    /** The proxy modes that this shell supports. */
    modes: z.array(z.enum(proxyModes)).readonly(),
  })
  .readonly()
const password = z.string().max(255).optional()

/** Calls about proxy settings. */
export const networkCalls = {
  'network.get': { input: nothing, output: proxyState },
  /** Retries applying the stored settings after a failure, for example once the keychain is unlocked. */
  'network.retry': { input: nothing, output: proxyState },
  /**
   * Saves and applies the settings. New requests use them; running ones finish on the old connection. Without
   * `password`, the stored one for the same proxy and user is kept. Refuses with `proxy_address`, and with
   * `proxy_locked` if the keychain does not return the password.
   */
  'network.save': { input: z.strictObject({ settings: proxySettingsSchema, password }), output: proxyState },
  /** Tests the connection to a connection's gateway, hop by hop, and saves nothing. No key is sent. */
  'network.test': {
    input: z.strictObject({ settings: proxySettingsSchema, password, connectionId: id.nullable() }),
    output: proxyReportSchema,
  },
} as const

export const networkContract = { calls: networkCalls, events: {} as const }
