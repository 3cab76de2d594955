import { z } from 'zod'
import { proxyHops, proxyModes } from './proxy-modes.ts'

export const proxySettingsSchema = z
  .strictObject({
    mode: z.enum(proxyModes),
    /** Name or address of the proxy, without a scheme. Kept while another mode is chosen. */
    host: z.string().trim().max(255),
    port: z.number().int().min(1).max(65_535),
    /** User name of the login; empty for a proxy without one. */
    username: z.string().max(255),
    /** Hosts reached without the proxy, separated by commas: `example.com` includes its subdomains. */
    bypass: z.string().max(2000),
    /** Address of the PAC script. */
    pacUrl: z.string().trim().max(2000),
  })
  .readonly()
/** Proxy settings. The password is in the keychain. */
export type ProxySettings = z.infer<typeof proxySettingsSchema>

export const initialProxy: ProxySettings = {
  mode: 'system',
  host: '',
  port: 8080,
  username: '',
  bypass: '',
  pacUrl: '',
}

export const proxyReportSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ok'),
    /** The proxy used, as `host:port`; null for none. */
    via: z.string().nullable(),
    /** The gateway that answered; null if there is no connection, so only the proxy was tested. */
    gateway: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('failed'), hop: z.enum(proxyHops), via: z.string().nullable(), detail: z.string() }),
])
export type ProxyReport = z.infer<typeof proxyReportSchema>
