import { z } from 'zod'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'
import type { AskedModel, RefusalMemory } from './free-refusals.ts'

const preference = 'connections-without-usage'
/** Maximum number of connections that are remembered; the oldest are dropped. */
const connectionsMax = 500
const connectionsSchema = z.array(z.string())

/** Remembers which gateways refuse the request for a stream's usage (`stream_options`). */
export class UsageRefusals implements RefusalMemory {
  private readonly preferences: Preferences
  /** Connections that accepted the request for usage in this run. */
  private readonly working = new Set<string>()

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  has(asked: AskedModel): boolean {
    return this.allRefusals().includes(keyOf(asked))
  }

  set(asked: AskedModel, isWithout: boolean): void {
    const key = keyOf(asked)
    const others = this.allRefusals().filter((other) => other !== key)
    this.preferences.set(preference, JSON.stringify([...others, ...(isWithout ? [key] : [])].slice(-connectionsMax)))
  }

  accepted(asked: AskedModel): void {
    this.working.add(keyOf(asked))
  }

  /** Returns true if a stream with the request for usage has succeeded before. */
  worked(asked: AskedModel): boolean {
    return this.working.has(keyOf(asked))
  }

  private allRefusals(): readonly string[] {
    return connectionsSchema.safeParse(parsed(this.preferences.get(preference))).data ?? []
  }
}

function keyOf({ baseUrl, connectionId }: AskedModel): string {
  return `${connectionId} ${baseUrl}`
}
