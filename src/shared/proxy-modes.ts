// No schemas here, because the page reads this at run time; `proxy.ts` has them.

/**
 * Proxy modes. `system`: by the operating system's settings, or its environment variables; `none`: without a proxy;
 * `http`, `https`, `socks5`: through the entered proxy; `pac`: by a script at an address (Electron).
 */
export const proxyModes = ['system', 'none', 'http', 'https', 'socks5', 'pac'] as const
export type ProxyMode = (typeof proxyModes)[number]

/** Kinds of proxy that are entered by hand. */
export const proxyKinds = ['http', 'https', 'socks5'] as const
export type ProxyKind = (typeof proxyKinds)[number]

/**
 * The step at which a connection test failed. `proxy_name`: the proxy's name has no address; `proxy_connection`: the
 * proxy does not answer; `proxy_login`: it refuses the login; `target`: it cannot reach the gateway; `gateway`: the
 * gateway does not answer.
 */
export const proxyHops = ['proxy_name', 'proxy_connection', 'proxy_login', 'target', 'gateway'] as const
export type ProxyHop = (typeof proxyHops)[number]

/** The usual port of a kind of proxy. */
export const usualPorts: Readonly<Record<ProxyKind, number>> = { http: 8080, https: 443, socks5: 1080 }
