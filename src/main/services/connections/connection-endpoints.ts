import { z } from 'zod'
import { endpointChoiceSchema } from '../../../shared/connection.ts'
import { type Endpoint, type EndpointChoice, endpoints } from '../../../shared/endpoint.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'

const preference = 'connection-endpoints'

const entrySchema = z.object({
  choice: endpointChoiceSchema,
  /** The endpoint that `auto` found at an address. */
  found: z.object({ baseUrl: z.string(), endpoint: z.enum(endpoints) }).nullable(),
})
type Entry = z.infer<typeof entrySchema>
const entriesSchema = z.record(z.string(), entrySchema.nullable().catch(null))

/** Stores which endpoint each connection uses for chats. Without a choice it is chat completions. */
export class ConnectionEndpoints {
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  choice(connectionId: string): EndpointChoice {
    return this.entry(connectionId).choice
  }

  chooseEndpoint(connectionId: string, choice: EndpointChoice): void {
    const entry = this.entry(connectionId)
    if (entry.choice !== choice) this.set(connectionId, { choice, found: null })
  }

  /** Returns the endpoint for a request to this address; null if the gateway has to be asked. */
  endpointOf(connectionId: string, baseUrl: string): Endpoint | null {
    const { choice, found } = this.entry(connectionId)
    if (choice !== 'auto') return choice
    return found?.baseUrl === baseUrl ? found.endpoint : null
  }

  /** Remembers the endpoint found at an address, as long as the connection's choice is `auto`. */
  remember(connectionId: string, baseUrl: string, endpoint: Endpoint): void {
    const { choice } = this.entry(connectionId)
    if (choice === 'auto') this.set(connectionId, { choice, found: { baseUrl, endpoint } })
  }

  forgetEndpoint(connectionId: string): void {
    this.set(connectionId, null)
  }

  private entry(connectionId: string): Entry {
    return this.entries().get(connectionId) ?? { choice: 'completions', found: null }
  }

  private entries(): Map<string, Entry> {
    const stored = entriesSchema.safeParse(parsed(this.preferences.get(preference))).data ?? {}
    return new Map(Object.entries(stored).flatMap(([id, entry]) => (entry === null ? [] : [[id, entry] as const])))
  }

  private set(connectionId: string, entry: Entry | null): void {
    const entries = this.entries()
    if (entry === null) entries.delete(connectionId)
    else entries.set(connectionId, entry)
    this.preferences.set(preference, entries.size === 0 ? null : JSON.stringify(Object.fromEntries(entries)))
  }
}
