import type { ProxyConfig } from 'electron'
import { proxyModes } from '../../shared/proxy-modes.ts'
import { proxyFor, proxyName, proxyOfPac } from '../gateway/proxy/proxy-route.ts'
import type { Fetch, ManualProxy, ProxyPort, ProxyRoute } from '../platform.ts'
import { type SocksRelay, startSocksRelay } from './socks-relay.ts'

/** Proxy settings of a session's requests. */
export interface SessionWay {
  /** Increases with each change; sessions with another number are not used for new requests. */
  readonly generation: number
  /** Proxy settings in Electron's form; null leaves its default, which is the system's. */
  readonly config: ProxyConfig | null
  /** Login for a proxy that requires one. */
  readonly login: { readonly username: string; readonly password: string } | null
}

export const systemWay: SessionWay = { generation: 0, config: null, login: null }

/** Returns the partition name for proxy settings. */
export function partitionFor(partition: string, { generation }: SessionWay): string {
  return generation === 0 ? partition : `${partition}~${generation}`
}

export interface ElectronRoutesParts {
  /** Creates a fetch whose sessions use the settings, in partitions of their own. */
  readonly fetchOver: (partition: string, way: () => SessionWay) => Fetch
  /** Resolves to the proxies that the settings give a URL, in the form of a PAC answer. */
  readonly resolve: (partition: string, way: SessionWay, url: string) => Promise<string>
  readonly relay?: typeof startSocksRelay
}

/**
 * Proxy routing of Electron's requests. A change creates new sessions for later requests, because closing a session's
 * connections fails running requests; old sessions end with their answers.
 * Chromium supports no login for SOCKS5 (electron/electron#42992), so such a proxy is reached through a relay on this
 * computer with its own secret.
 */
export class ElectronRoutes implements ProxyPort {
  readonly modes = proxyModes
  private readonly parts: ElectronRoutesParts
  private way = systemWay
  private relay: SocksRelay | null = null
  private generation = 0

  constructor(parts: ElectronRoutesParts) {
    this.parts = parts
  }

  /** Returns the current settings. */
  readonly now = (): SessionWay => this.way

  async apply(route: ProxyRoute): Promise<void> {
    const made = await this.wayOf(route)
    if (made.way.generation < this.way.generation) {
      // a later change was applied first
      made.relay?.close()
      return
    }
    this.relay?.close()
    this.relay = made.relay
    this.way = made.way
  }

  trial(route: ProxyRoute): ReturnType<ProxyPort['trial']> {
    const made = this.wayOf(route)
    made.catch(() => undefined)
    return {
      fetch: async (input, init) => {
        const { way } = await made
        return await this.parts.fetchOver('proxy-trial', () => way)(input, init)
      },
      wayTo: async (url) => {
        if (route.mode === 'manual') return proxyFor(url, route, {})
        return proxyOfPac(await this.parts.resolve('proxy-trial', (await made).way, url))
      },
      close: () => void made.then(({ relay }) => relay?.close()).catch(() => undefined),
    }
  }

  private async wayOf(route: ProxyRoute): Promise<{ readonly way: SessionWay; readonly relay: SocksRelay | null }> {
    this.generation += 1
    const { generation } = this
    switch (route.mode) {
      case 'system':
        return { way: { generation, config: { mode: 'system' }, login: null }, relay: null }
      case 'none':
        return { way: { generation, config: { mode: 'direct' }, login: null }, relay: null }
      case 'pac':
        return { way: { generation, config: { mode: 'pac_script', pacScript: route.url }, login: null }, relay: null }
      case 'manual': {
        const { proxy } = route
        const needsRelay = proxy.kind === 'socks5' && proxy.username !== ''
        const relay = needsRelay ? await (this.parts.relay ?? startSocksRelay)(proxy) : null
        const config = fixed(relay?.proxy ?? proxy, route.bypass)
        return { way: { generation, config, login: loginOf(relay?.proxy ?? proxy) }, relay }
      }
      default:
        return route satisfies never
    }
  }
}

function fixed(proxy: ManualProxy, bypass: string): ProxyConfig {
  const hosts = bypass.split(/[\s,;]+/).filter((host) => host !== '')
  return {
    mode: 'fixed_servers',
    proxyRules: `${proxy.kind}://${proxyName(proxy)}`,
    // a name includes its subdomains; requests to this computer never use a proxy (proxy_bypass_rules.cc)
    proxyBypassRules: hosts.flatMap((host) => (/^[*.[]|^[\d.:]+$/.test(host) ? [host] : [host, `*.${host}`])).join(','),
  }
}

function loginOf({ password, username }: ManualProxy): SessionWay['login'] {
  return username === '' ? null : { username, password }
}
