import type { z } from 'zod'
import type { Preferences } from '../../storage/preferences.ts'

/** A panel's unsent draft, kept across restarts. */
export class DraftKeeper<Draft> {
  private readonly preferences: Preferences
  private readonly name: string
  private readonly schema: z.ZodType<Draft>

  constructor(preferences: Preferences, name: string, schema: z.ZodType<Draft>) {
    this.preferences = preferences
    this.name = name
    this.schema = schema
  }

  /** Returns the draft; null before the first save, and when the stored draft is unreadable. */
  get(): Draft | null {
    const kept = this.preferences.get(this.name)
    if (kept === null) return null
    try {
      return this.schema.parse(JSON.parse(kept))
    } catch {
      return null
    }
  }

  set(draft: Draft): null {
    this.preferences.set(this.name, JSON.stringify(draft))
    return null
  }
}
