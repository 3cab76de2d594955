import { assertNever, fail } from '../../shared/errors.ts'
import type { PlaceTarget } from '../../shared/places.ts'
import type { Clock, Fetch } from '../platform.ts'
import { openFolderPlace } from './folder-place.ts'
import type { Place } from './place.ts'
import { placeAddress } from './place-address.ts'
import { type OpenPlaceLink, placeLinks } from './place-links.ts'
import { PlaceRequests } from './place-requests.ts'
import { budgetOf, RequestBudget } from './request-budget.ts'
import { S3Place } from './s3-place.ts'
import { WebDavPlace } from './webdav-place.ts'
import { type DavMemory, newDavMemory } from './webdav-writer.ts'

export interface PlaceOpenerParts {
  readonly dataFolder: string
  readonly fetch: Fetch
  /** Connects only to public addresses. */
  readonly linkFetch: Fetch
  readonly clock: Clock
  readonly random: () => number
}

/**
 * Opens backup destinations. Keeps the request budgets and known capabilities of their servers for the life of the app.
 */
export class PlaceOpener {
  private readonly parts: PlaceOpenerParts
  private readonly budgets = new Map<string, RequestBudget>()
  private readonly memories = new Map<string, DavMemory>()

  constructor(parts: PlaceOpenerParts) {
    this.parts = parts
  }

  /** Opens a destination for one job. Rejects with an AppFailure for an invalid address or folder. */
  async openPlace(target: PlaceTarget, secret: string | null, signal: AbortSignal): Promise<Place> {
    const now = (): number => this.parts.clock.now()
    switch (target.kind) {
      case 'folder':
        return await openFolderPlace(target.path, this.parts.dataFolder)
      case 'webdav': {
        const address = placeAddress(target.address, target.allowInsecure)
        const password = secret ?? fail('place_secret_missing')
        const memory = this.memories.get(address.href) ?? newDavMemory()
        this.memories.set(address.href, memory)
        const openLink = placeLinks({ ...this.parts, address, allowInsecure: target.allowInsecure, now })
        const requests = this.requests(address, signal, openLink)
        return new WebDavPlace({ address, user: target.user, password, requests, memory, now })
      }
      case 's3': {
        const address = placeAddress(target.address, target.allowInsecure)
        const secretKey = secret ?? fail('place_secret_missing')
        return new S3Place({ ...target, address, secretKey, requests: this.requests(address, signal), now })
      }
      default:
        return assertNever(target, 'place')
    }
  }

  private requests({ hostname }: URL, signal: AbortSignal, openLink?: OpenPlaceLink): PlaceRequests {
    const { clock, fetch, random } = this.parts
    const rule = budgetOf(hostname)
    const budget = this.budgets.get(hostname) ?? (rule === null ? null : new RequestBudget(rule, clock))
    if (budget !== null) this.budgets.set(hostname, budget)
    return new PlaceRequests({ fetch, clock, random, signal, budget, ...(openLink && { openLink }) })
  }
}
