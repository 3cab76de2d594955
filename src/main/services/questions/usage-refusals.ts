import { z } from 'zod'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'

const preference = 'connections-without-usage'
/** Most connections that are remembered; the oldest are dropped. */
const connectionsMax = 500
const connectionsSchema = z.array(z.string())

/** Remembers which gateways refuse the request for a stream's usage (`stream_options`). */
export class UsageRefusals {
  private readonly preferences: Preferences
  /** Connections that accepted the request for usage in this run. */
  private readonly working = new Set<string>()

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  has(connectionId: string, baseUrl: string): boolean {
    return this.all().includes(`${connectionId} ${baseUrl}`)
  }

  /** Returns true if a stream with the request for usage has succeeded before. */
  worked(connectionId: string, baseUrl: string): boolean {
    return this.working.has(`${connectionId} ${baseUrl}`)
  }

  works(connectionId: string, baseUrl: string): void {
    this.working.add(`${connectionId} ${baseUrl}`)
  }

  remember(connectionId: string, baseUrl: string): void {
    const key = `${connectionId} ${baseUrl}`
    const keys = [...this.all().filter((other) => other !== key), key].slice(-connectionsMax)
    this.preferences.set(preference, JSON.stringify(keys))
  }

  private all(): readonly string[] {
    return connectionsSchema.safeParse(parsed(this.preferences.get(preference))).data ?? []
  }
}
