import { AppFailure, fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { initialProxy, type ProxyReport, type ProxySettings, proxySettingsSchema } from '../../../shared/proxy.ts'
import { askStatus } from '../../gateway/proxy/gateway-status.ts'
import type { NetworkGate } from '../../gateway/proxy/network-gate.ts'
import { proxyName } from '../../gateway/proxy/proxy-route.ts'
import { connectToProxy, openTunnel, ProxyFailure } from '../../gateway/proxy/proxy-tunnel.ts'
import type { KeyValueStore, Log, ManualProxy, ProxyPort, ProxyRoute, Secrets } from '../../platform.ts'
import { KeyedMutex } from '../../threads/keyed-mutex.ts'
import type { NoticesService } from '../app/notices-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'

const storeKey = 'proxy'
/**
 * Account whose password the keychain holds. Stored because a locked keychain returns nothing, like one without a
 * password.
 */
const passwordKey = 'proxyPassword'

export interface NetworkParts {
  readonly proxy: ProxyPort
  readonly store: KeyValueStore
  readonly secrets: Secrets
  readonly connections: Pick<ConnectionsService, 'addressOf'>
  readonly log: Log
  /** Holds requests until the route is known. */
  readonly gate: NetworkGate
  readonly notices: Pick<NoticesService, 'addNotice' | 'dismiss'>
}

/** The route to the network: its settings, its password in the keychain, and the test of its hops. */
export class NetworkService {
  private readonly parts: NetworkParts
  private readonly saves = new KeyedMutex()
  private isChosen = false

  constructor(parts: NetworkParts) {
    this.parts = parts
  }

  /**
   * Applies the stored route; requests wait for it at the gate. Never rejects. If the route cannot be applied, requests
   * are refused and the user is notified, until another route is chosen.
   */
  async start(): Promise<void> {
    const { gate, log, notices, proxy, store } = this.parts
    const stored = store.get(storeKey)
    try {
      const settings = stored === undefined ? initialProxy : proxySettingsSchema.parse(stored)
      if (settings.mode !== 'system') {
        // may wait for a user to unlock the keychain
        const route = await this.routeOf(settings, undefined)
        if (this.isChosen) return
        await proxy.apply(route)
      }
      gate.openGate()
      forget(notices)
    } catch (cause) {
      if (this.isChosen) return
      log('error', 'network.not_applied', { reason: String(cause).slice(0, 200) })
      gate.refuse()
      forget(notices)
      notices.addNotice({ code: isLocked(cause) ? 'proxy_locked' : 'proxy_unset' })
    }
  }

  /** Applies the stored route again, for example after the keychain was unlocked. */
  async retryRoute(): Promise<CallOutput<'network.get'>> {
    return await this.saves.run(storeKey, async () => {
      if (!this.isChosen) await this.start()
      return await this.networkState()
    })
  }

  async networkState(): Promise<CallOutput<'network.get'>> {
    const settings = this.settings()
    const account = accountOf(settings)
    const hasPassword = account !== null && (this.expects(account) || (await this.passwordOf(account)) !== null)
    return { settings, hasPassword, modes: this.parts.proxy.modes }
  }

  /** Applies a route and stores it; a route that cannot be applied changes nothing. */
  async saveRoute(chosen: CallInput<'network.save'>): Promise<CallOutput<'network.get'>> {
    return await this.saves.run(storeKey, () => this.saved(chosen))
  }

  private async saved({ password, settings }: CallInput<'network.save'>): Promise<CallOutput<'network.get'>> {
    const { gate, notices, proxy } = this.parts
    const route = await this.routeOf(settings, password)
    await proxy.apply(route)
    this.isChosen = true
    gate.openGate()
    forget(notices)
    const before = accountOf(this.settings())
    const account = accountOf(settings)
    this.parts.store.set(storeKey, settings)
    // a password is never used for another proxy
    if (before !== null && before !== account) await this.parts.secrets.delete(before)
    let isKept = account !== null && password === undefined && this.expects(account)
    if (account !== null && password !== undefined) {
      if (password === '') await this.parts.secrets.delete(account)
      // without a keychain the password is gone at the next start, where nobody can unlock it
      else isKept = (await this.parts.secrets.set(account, password)) === 'keychain'
    }
    this.parts.store.set(passwordKey, isKept ? account : null)
    this.parts.log('info', 'network.changed', { mode: settings.mode })
    return await this.networkState()
  }

  async test({ connectionId, password, settings }: CallInput<'network.test'>): Promise<ProxyReport> {
    const address = connectionId === null ? null : this.parts.connections.addressOf(connectionId)
    const trial = this.parts.proxy.trial(await this.routeOf(settings, password))
    let via: string | null = null
    try {
      // without a connection only the proxy is tried, for an address that it is never asked to reach
      const way = await trial.wayTo(address ?? 'https://gateway.invalid')
      via = way === null ? null : proxyName(way)
      if (way !== null) await tryHops(way, address)
      if (address !== null) await askStatus(trial.fetch, address)
      return { outcome: 'ok', via, gateway: address === null ? null : new URL(address).host }
    } catch (cause) {
      const hop = cause instanceof ProxyFailure ? cause.hop : 'gateway'
      return { outcome: 'failed', hop, via, detail: wordsOf(cause).slice(0, 300) }
    } finally {
      trial.close()
    }
  }

  private settings(): ProxySettings {
    return proxySettingsSchema.safeParse(this.parts.store.get(storeKey)).data ?? initialProxy
  }

  private expects(account: string): boolean {
    return this.parts.store.get(passwordKey) === account
  }

  /**
   * Resolves to the stored password; null if there is none. Throws `proxy_locked` if the keychain does not return it.
   */
  private async passwordOf(account: string): Promise<string | null> {
    const kept = await this.parts.secrets.get(account)
    if (kept === null && this.expects(account)) fail('proxy_locked', 'the keychain gave no password for the proxy')
    // stored by a version that did not note it
    if (kept?.kept === 'keychain' && accountOf(this.settings()) === account) this.parts.store.set(passwordKey, account)
    return kept?.secret ?? null
  }

  private async routeOf(settings: ProxySettings, given: string | undefined): Promise<ProxyRoute> {
    const { bypass, host, mode, pacUrl, port, username } = settings
    if (!this.parts.proxy.modes.includes(mode)) fail('proxy_address', `${mode} is not available here`)
    switch (mode) {
      case 'system':
      case 'none':
        return { mode }
      case 'pac':
        return isWebAddress(pacUrl) ? { mode, url: pacUrl } : fail('proxy_address', 'no address of a script')
      case 'http':
      case 'https':
      case 'socks5': {
        if (!isHost(host)) fail('proxy_address', 'no host')
        const account = accountOf(settings)
        const password = given ?? (account === null ? null : await this.passwordOf(account)) ?? ''
        return { mode: 'manual', proxy: { kind: mode, host, port, username, password }, bypass }
      }
      default:
        return mode satisfies never
    }
  }
}

function forget(notices: Pick<NoticesService, 'dismiss'>): void {
  notices.dismiss('proxy_unset')
  notices.dismiss('proxy_locked')
}

function isLocked(cause: unknown): boolean {
  return cause instanceof AppFailure && cause.error.code === 'proxy_locked'
}

async function tryHops(way: ManualProxy, address: string | null): Promise<void> {
  if (address === null) {
    const socket = await connectToProxy(way)
    socket.destroy()
    return
  }
  const { hostname, port, protocol } = new URL(address)
  const tunnel = await openTunnel(way, {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  })
  tunnel.destroy()
}

/** Returns the account of a proxy's password. It contains the proxy, so that the password cannot go to another one. */
function accountOf({ host, mode, port, username }: ProxySettings): string | null {
  const isManual = mode === 'http' || mode === 'https' || mode === 'socks5'
  return !isManual || username === '' ? null : `proxy ${mode}://${host.toLowerCase()}:${port} ${username}`
}

function isHost(text: string): boolean {
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text
  if (text === '' || /[/?#@\s\\]/.test(text) || !URL.canParse(`http://${bracketed}`)) return false
  const { hostname, port } = new URL(`http://${bracketed}`)
  return hostname !== '' && port === ''
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function wordsOf(cause: unknown): string {
  if (cause instanceof ProxyFailure) return cause.message
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}
