import { z } from 'zod'
import type { Preferences } from './preferences.ts'
import { unconfirmedConnections } from './resting-work.ts'
import { parsed } from './stored-json.ts'

const idsSchema = z.array(z.string())

/** Connections from a foreign backup that have not been saved here since. */
export class UnconfirmedConnections {
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  ids(): ReadonlySet<string> {
    return new Set(idsSchema.safeParse(parsed(this.preferences.get(unconfirmedConnections))).data)
  }

  confirm(id: string): void {
    const left = [...this.ids()].filter((other) => other !== id)
    this.preferences.set(unconfirmedConnections, left.length === 0 ? null : JSON.stringify(left))
  }
}
