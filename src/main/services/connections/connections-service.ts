import {
  type Connection,
  type ConnectionList,
  type KeyStatus,
  normaliseBaseUrl,
  placesOf,
  type TestReport,
} from '../../../shared/connection.ts'
import type { EndpointChoice } from '../../../shared/endpoint.ts'
import { fail } from '../../../shared/errors.ts'
import type { FirstPictureField } from '../../../shared/first-picture.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { PictureDeliveryChoice } from '../../../shared/picture-delivery.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import type { Sought } from '../../gateway/key-filter.ts'
import { fetchModels } from '../../gateway/models.ts'
import type { Clock, EventSink, Fetch, Log, Secrets } from '../../platform.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { Connections, StoredConnection } from '../../storage/connections.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { UnconfirmedConnections } from '../../storage/unconfirmed-connections.ts'
import { ConnectionEndpoints } from './connection-endpoints.ts'
import { ConnectionFirstPictures } from './connection-first-pictures.ts'
import { ConnectionPictures } from './connection-pictures.ts'
import { findGateway, savedAddress, startingWith } from './gateway-place.ts'

/** A connection outside the database; its key is known for this run. */
export interface FixedConnection {
  readonly id: 'environment' | 'demo'
  readonly baseUrl: string
  readonly apiKey: string
}

const defaultPreference = 'default-connection'
const demoPreference = 'demo'

/** The gateway connections; the only place that reads keys from the keychain. */
export class ConnectionsService {
  private readonly connections: Connections
  private readonly catalogues: Catalogues
  private readonly preferences: Preferences
  private readonly unconfirmed: UnconfirmedConnections
  /** The endpoint that each connection uses for chats. */
  readonly endpoints: ConnectionEndpoints
  readonly pictures: ConnectionPictures
  readonly firstPictures: ConnectionFirstPictures
  private readonly secrets: Secrets
  private readonly events: EventSink
  private readonly clock: Clock
  private readonly fetch: Fetch
  private readonly ending: AbortSignal
  private readonly known: Sought | undefined
  private readonly startDemo: () => Promise<FixedConnection>
  private readonly fixed = new Map<string, FixedConnection>()

  constructor(parts: {
    readonly connections: Connections
    readonly catalogues: Catalogues
    readonly preferences: Preferences
    readonly secrets: Secrets
    readonly events: EventSink
    readonly clock: Clock
    readonly fetch: Fetch
    /** Aborted when the app ends. */
    readonly ending: AbortSignal
    readonly environment: FixedConnection | null
    /** Secrets that must not appear in a gateway's answer. */
    readonly known?: Sought
    /** Starts the demo gateway, or returns the running one. */
    readonly startDemo: () => Promise<FixedConnection>
  }) {
    this.connections = parts.connections
    this.catalogues = parts.catalogues
    this.preferences = parts.preferences
    this.endpoints = new ConnectionEndpoints(parts.preferences)
    this.pictures = new ConnectionPictures(parts.preferences)
    this.firstPictures = new ConnectionFirstPictures(parts.preferences)
    this.unconfirmed = new UnconfirmedConnections(parts.preferences)
    this.secrets = parts.secrets
    this.events = parts.events
    this.clock = parts.clock
    this.fetch = parts.fetch
    this.ending = parts.ending
    this.known = parts.known
    this.startDemo = parts.startDemo
    if (parts.environment) this.fixed.set(parts.environment.id, parts.environment)
  }

  /** Returns the name of a connection, or the id of one without a name; empty for a connection that is gone. */
  nameOf(id: string): string {
    return this.fixed.get(id)?.id ?? this.connections.findConnection(id)?.name ?? ''
  }

  async listConnections(): Promise<ConnectionList> {
    const stored = await Promise.all(this.connections.allConnections().map((connection) => this.describe(connection)))
    const connections = [...[...this.fixed.values()].map((fixed) => this.describeFixed(fixed)), ...stored]
    const preferred = this.preferences.get(defaultPreference)
    const chosen = connections.find((connection) => connection.id === preferred) ?? connections[0]
    return { connections, defaultId: chosen?.id ?? null, keychain: await this.secrets.status() }
  }

  async saveConnection(input: CallInput<'connections.save'>): Promise<Connection> {
    if (this.fixed.has(input.id)) fail('read_only_connection')
    const before = this.connections.findConnection(input.id)
    const baseUrl = savedAddress(input, before?.baseUrl ?? null)
    const moved = before !== null && new URL(before.baseUrl).origin !== new URL(baseUrl).origin
    const keyLastFour = input.key !== undefined ? lastFour(input.key) : moved ? null : (before?.keyLastFour ?? null)
    // the row first: if the disk refuses it, the keychain stays unchanged
    const stored = this.connections.putConnection({
      id: input.id,
      name: input.name,
      baseUrl,
      allowInsecure: input.allowInsecure,
      keyLastFour,
      createdAt: before?.createdAt ?? this.clock.now(),
    })
    this.unconfirmed.confirm(stored.id)
    if (input.endpoint !== undefined) this.endpoints.chooseEndpoint(stored.id, input.endpoint)
    if (input.pictures !== undefined) this.pictures.chooseDelivery(stored.id, input.pictures)
    if (input.firstPicture !== undefined) this.firstPictures.chooseField(stored.id, input.firstPicture)
    if (before && moved) await this.secrets.delete(accountOf(before))
    if (input.key !== undefined) await this.secrets.set(accountOf(stored), input.key)
    // another key has other models, so the old catalogue is invalid
    if (moved || input.key !== undefined) this.catalogues.removeCatalogue(stored.id)
    await this.emitConnectionsChanged()
    return this.describe(stored)
  }

  async clearKey(id: string): Promise<Connection> {
    const stored = this.stored(id)
    await this.secrets.delete(accountOf(stored))
    const cleared = { ...stored, keyLastFour: null }
    this.connections.putConnection(cleared)
    await this.emitConnectionsChanged()
    return this.describe(cleared)
  }

  async removeConnection(id: string): Promise<void> {
    if (id === 'demo') {
      this.fixed.delete('demo')
      this.preferences.set(demoPreference, null)
    } else {
      const stored = this.stored(id)
      this.connections.removeConnection(id)
      this.catalogues.removeCatalogue(id)
      await this.secrets.delete(accountOf(stored))
    }
    this.endpoints.forgetEndpoint(id)
    this.pictures.forgetDelivery(id)
    this.firstPictures.forgetField(id)
    if (this.preferences.get(defaultPreference) === id) this.preferences.set(defaultPreference, null)
    await this.emitConnectionsChanged()
  }

  async setDefault(id: string): Promise<void> {
    if (!this.fixed.has(id)) this.stored(id)
    this.preferences.set(defaultPreference, id)
    await this.emitConnectionsChanged()
  }

  async setEndpoint(id: string, choice: EndpointChoice): Promise<void> {
    if (!this.has(id)) fail('not_found', 'no such connection')
    this.endpoints.chooseEndpoint(id, choice)
    await this.emitConnectionsChanged()
  }

  async setPictures(id: string, choice: PictureDeliveryChoice): Promise<void> {
    if (!this.has(id)) fail('not_found', 'no such connection')
    this.pictures.chooseDelivery(id, choice)
    await this.emitConnectionsChanged()
  }

  async setFirstPicture(id: string, choice: FirstPictureField | null): Promise<void> {
    if (!this.has(id)) fail('not_found', 'no such connection')
    this.firstPictures.chooseField(id, choice)
    await this.emitConnectionsChanged()
  }

  /** Looks for the gateway's model list with the form's values; saves nothing. */
  async test(input: CallInput<'connections.test'>): Promise<TestReport> {
    const places = placesOf(input.baseUrl, input.allowInsecure)
    if (!places.ok) return { outcome: 'failed', error: places.error }
    const apiKey = input.key ?? (await this.keyForTest(input.id, places.value[0]))
    const io = { fetch: this.fetch, clock: this.clock, signal: this.ending }
    // a saved address is asked first: if it answers as saved, it has not moved
    const saved = input.id === undefined ? null : this.addressOf(input.id)
    const isSaved = saved !== null && saved === input.baseUrl && places.value.includes(saved)
    const ordered = isSaved ? startingWith(saved, places.value) : places.value
    const found = await findGateway(ordered, (baseUrl) => fetchModels(this.guarded(baseUrl, apiKey), io))
    if (!found.ok) return { outcome: 'failed', error: found.error }
    const { place, models } = found.value
    const likeliest = normaliseBaseUrl(input.baseUrl, input.allowInsecure)
    const isAsTyped = place === input.baseUrl && (isSaved || (likeliest.ok && place === likeliest.value))
    return { outcome: 'ok', models: models.length, ...(isAsTyped ? {} : { foundAt: place }) }
  }

  async tryDemo(): Promise<Connection> {
    const demo = await this.startDemo()
    this.fixed.set('demo', demo)
    this.preferences.set(demoPreference, 'on')
    await this.emitConnectionsChanged()
    return this.describeFixed(demo)
  }

  /** True if the demo was connected in the last run. */
  get demoWanted(): boolean {
    return this.preferences.get(demoPreference) === 'on'
  }

  /**
   * Resolves to the target and key of a request. Throws an AppFailure: `no_connection`, or `no_key` if the keychain
   * does not return it.
   */
  async access(id: string): Promise<GatewayAccess> {
    const fixed = this.fixed.get(id)
    if (fixed) return this.guarded(fixed.baseUrl, fixed.apiKey)
    const stored = this.connections.findConnection(id)
    if (!stored) return fail('no_connection')
    const kept = await this.secrets.get(accountOf(stored))
    return kept ? this.guarded(stored.baseUrl, kept.secret) : fail('no_key')
  }

  /**
   * Resolves to the access of a connection at the base URL that an earlier request was sent to. Null if there is no
   * key, or if the connection leads elsewhere by now. Never rejects.
   */
  async accessAt(id: string, gatewayUrl: string): Promise<GatewayAccess | null> {
    const apiKey = await this.keyFor(id, gatewayUrl)
    return apiKey === null ? null : this.guarded(gatewayUrl, apiKey)
  }

  /**
   * Resolves to the key of a connection, for files of its gateway. Null if there is none, or if the connection leads
   * elsewhere by now. Never rejects.
   */
  async keyFor(id: string, gatewayUrl: string | null): Promise<string | null> {
    try {
      const { apiKey, baseUrl } = await this.access(id)
      return gatewayUrl !== null && new URL(baseUrl).origin === new URL(gatewayUrl).origin ? apiKey : null
    } catch {
      return null
    }
  }

  /**
   * Returns the origins of all gateways that the user chose; pictures may come from there even in a private network.
   * Connections from another person's backup count only after they are saved here.
   */
  origins(): readonly string[] {
    const unconfirmed = this.unconfirmed.ids()
    const chosen = this.connections.allConnections().filter(({ id }) => !unconfirmed.has(id))
    return [...this.fixed.values(), ...chosen].map(({ baseUrl }) => new URL(baseUrl).origin)
  }

  /** Returns the address of a connection; null for a connection that is gone. */
  addressOf(id: string): string | null {
    return this.fixed.get(id)?.baseUrl ?? this.connections.findConnection(id)?.baseUrl ?? null
  }

  has(id: string): boolean {
    return this.fixed.has(id) || this.connections.findConnection(id) !== null
  }

  private guarded(baseUrl: string, apiKey: string): GatewayAccess {
    return this.known === undefined ? { baseUrl, apiKey } : { baseUrl, apiKey, known: this.known }
  }

  private stored(id: string): StoredConnection {
    if (this.fixed.has(id)) fail('read_only_connection')
    return this.connections.findConnection(id) ?? fail('not_found', 'no such connection')
  }

  /** Resolves to the stored key, but only for the host it was stored for. */
  private async keyForTest(id: string | undefined, baseUrl: string): Promise<string> {
    if (id === undefined) return fail('no_key')
    const access = await this.access(id)
    return new URL(access.baseUrl).origin === new URL(baseUrl).origin ? access.apiKey : fail('no_key')
  }

  private async describe(stored: StoredConnection): Promise<Connection> {
    const kept = await this.secrets.get(accountOf(stored))
    const key: KeyStatus = kept ? { kept: kept.kept, lastFour: stored.keyLastFour } : { kept: 'none', lastFour: null }
    return {
      id: stored.id,
      name: stored.name,
      baseUrl: stored.baseUrl,
      kind: 'gateway',
      key,
      allowInsecure: stored.allowInsecure,
      createdAt: stored.createdAt,
      endpoint: this.endpoints.choice(stored.id),
      ...this.picturesOf(stored.id),
    }
  }

  private describeFixed(fixed: FixedConnection): Connection {
    const endpoint = this.endpoints.choice(fixed.id)
    const chosen = endpoint === 'completions' ? {} : { endpoint }
    return { ...fixedConnection(fixed), ...chosen, ...this.picturesOf(fixed.id) }
  }

  private picturesOf(id: string): Pick<Connection, 'pictures' | 'firstPicture'> {
    const pictures = this.pictures.deliveryOf(id)
    const firstPicture = this.firstPictures.fieldOf(id)
    return { ...(pictures === null ? {} : { pictures }), ...(firstPicture === null ? {} : { firstPicture }) }
  }

  private async emitConnectionsChanged(): Promise<void> {
    this.events.emit('connections.changed', await this.listConnections())
  }
}

/**
 * Returns the keychain account of a connection's key. It contains the host, so that a connection moved elsewhere cannot
 * send the key to a stranger, even if the keychain fails to delete it.
 */
function accountOf(connection: StoredConnection): string {
  return `${connection.id} ${new URL(connection.baseUrl).origin}`
}

function fixedConnection(fixed: FixedConnection): Connection {
  return {
    id: fixed.id,
    name: fixed.id === 'demo' ? 'Demo' : 'Environment',
    baseUrl: fixed.baseUrl,
    kind: fixed.id,
    key: { kept: 'run', lastFour: lastFour(fixed.apiKey) },
    allowInsecure: false,
    createdAt: 0,
  }
}

/** Four characters identify a long key; of a short key they would reveal too much. */
function lastFour(key: string): string | null {
  return key.length >= 12 ? key.slice(-4) : null
}

/**
 * Returns the connection from `ATELIER_BASE_URL` and `ATELIER_API_KEY`; null unless both are set and the address is
 * valid. A refused address is logged with the reason, without the address.
 */
export function environmentConnection(
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
): FixedConnection | null {
  const address = environment.ATELIER_BASE_URL?.trim()
  const apiKey = environment.ATELIER_API_KEY?.trim()
  if (!address || !apiKey) return null
  const normalised = normaliseBaseUrl(address, false)
  if (normalised.ok) return { id: 'environment', baseUrl: normalised.value, apiKey }
  log('warn', 'ATELIER_BASE_URL is refused', { code: normalised.error.code })
  return null
}
