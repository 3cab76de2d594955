import { z } from 'zod'
import { firstPictureFieldSchema } from '../../../shared/connection.ts'
import type { FirstPictureField, FirstPictureWay } from '../../../shared/first-picture.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'

const preference = 'connection-first-pictures'
const entriesSchema = z.record(z.string(), firstPictureFieldSchema.nullable().catch(null))

/** Fields for first pictures of videos by connection. */
export class ConnectionFirstPictures {
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  /** Returns the field; null while first pictures are off. */
  fieldOf(connectionId: string): FirstPictureField | null {
    return this.entries().get(connectionId) ?? null
  }

  /** True if a connection sends a first picture in that way. */
  isWayUsed(way: FirstPictureWay): boolean {
    return [...this.entries().values()].some((entry) => entry.way === way)
  }

  /** Sets the field; null turns first pictures off. */
  chooseField(connectionId: string, choice: FirstPictureField | null): void {
    const entries = this.entries()
    if (choice === null) entries.delete(connectionId)
    else entries.set(connectionId, choice)
    this.preferences.set(preference, entries.size === 0 ? null : JSON.stringify(Object.fromEntries(entries)))
  }

  forgetField(connectionId: string): void {
    this.chooseField(connectionId, null)
  }

  private entries(): Map<string, FirstPictureField> {
    const stored = entriesSchema.safeParse(parsed(this.preferences.get(preference))).data ?? {}
    return new Map(Object.entries(stored).flatMap(([id, entry]) => (entry === null ? [] : [[id, entry] as const])))
  }
}
