import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { proxyFor, proxyName } from '../gateway/proxy/proxy-route.ts'
import { openTunnel } from '../gateway/proxy/proxy-tunnel.ts'
import type { Fetch, ManualProxy, ProxyPort, ProxyRoute } from '../platform.ts'
import { type Connector, patientDispatcher } from './patient-fetch.ts'

/** The part of an undici dispatcher that is used here. */
interface Closable {
  close(): Promise<void>
}

/**
 * Proxy routing of Node's requests. A change applies to requests that begin after it; old connections close when their
 * answers have ended.
 */
export class NodeRoutes implements ProxyPort {
  // the system's proxy settings are only known to a browser
  readonly modes = ['system', 'none', 'http', 'https', 'socks5'] as const
  private readonly environment: Readonly<Record<string, string | undefined>>
  private route: ProxyRoute = { mode: 'system' }
  private agents = new Map<string, object & Closable>()

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.environment = environment
  }

  async apply(route: ProxyRoute): Promise<void> {
    const before = this.agents
    this.agents = new Map()
    this.route = route
    // `close` waits for running answers
    for (const agent of before.values()) void agent.close().catch(() => undefined)
  }

  trial(route: ProxyRoute): ReturnType<ProxyPort['trial']> {
    const routes = new NodeRoutes(this.environment)
    routes.route = route
    return {
      fetch: routes.fetchOver((input, init) => fetch(input, init)),
      wayTo: async (url) => proxyFor(url, route, this.environment),
      close: () => void routes.apply(route),
    }
  }

  /** Returns a fetch that uses the proxy for an address if there is one, else `direct`. */
  fetchOver(direct: Fetch): Fetch {
    return async (input, init) => {
      const proxy = proxyFor(input instanceof Request ? input.url : String(input), this.route, this.environment)
      if (proxy === null) return await direct(input, init)
      return await fetch(input, Object.assign({ ...init }, { dispatcher: this.agentOf(proxy) }))
    }
  }

  private agentOf(proxy: ManualProxy): object {
    const key = `${proxy.kind} ${proxyName(proxy)} ${proxy.username} ${proxy.password}`
    const known = this.agents.get(key)
    if (known !== undefined) return known
    const agent = patientDispatcher({ connect: connectorOf(proxy) })
    if (agent === null || !isClosable(agent)) throw new Error('this Node has no agent for a proxy')
    this.agents.set(key, agent)
    return agent
  }
}

function connectorOf(proxy: ManualProxy): Connector {
  return ({ hostname, port, protocol, servername }, done) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const open = async () => {
      const isSecure = protocol === 'https:'
      const tunnel = await openTunnel(proxy, { host, port: Number(port) || (isSecure ? 443 : 80) })
      if (!isSecure) return tunnel
      const name = servername || (isIP(host) === 0 ? host : '')
      const secure = connectSecure({ socket: tunnel, servername: name, ALPNProtocols: ['http/1.1'] })
      await once(secure, 'secureConnect')
      return secure
    }
    open().then(
      (socket) => done(null, socket),
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), null),
    )
  }
}

function isClosable(agent: object): agent is object & Closable {
  return 'close' in agent && typeof agent.close === 'function'
}
