import { z } from 'zod'
import {
  type PictureDelivery,
  type PictureDeliveryChoice,
  pictureDeliveries,
} from '../../../shared/picture-delivery.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'

const preference = 'connection-pictures'
const entriesSchema = z.record(z.string(), z.enum(pictureDeliveries).nullable().catch(null))

/** How pictures arrive by connection. */
export class ConnectionPictures {
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  /** Returns the chosen delivery; null leaves it to the gateway. */
  deliveryOf(connectionId: string): PictureDelivery | null {
    return this.entries().get(connectionId) ?? null
  }

  chooseDelivery(connectionId: string, choice: PictureDeliveryChoice): void {
    const entries = this.entries()
    if (choice === 'auto') entries.delete(connectionId)
    else entries.set(connectionId, choice)
    this.preferences.set(preference, entries.size === 0 ? null : JSON.stringify(Object.fromEntries(entries)))
  }

  forgetDelivery(connectionId: string): void {
    this.chooseDelivery(connectionId, 'auto')
  }

  private entries(): Map<string, PictureDelivery> {
    const stored = entriesSchema.safeParse(parsed(this.preferences.get(preference))).data ?? {}
    return new Map(Object.entries(stored).flatMap(([id, entry]) => (entry === null ? [] : [[id, entry] as const])))
  }
}
