import type { PlaceTarget, Place as PlaceView } from '../../../../shared/places.ts'
import type { PlaceOpener } from '../../../places/open-place.ts'
import type { Place } from '../../../places/place.ts'
import type { Secrets } from '../../../platform.ts'
import type { PlacesFile, StoredPlace } from './places-file.ts'

/** Opens places, and keeps their passwords in the keychain. */
export class PlaceDoor {
  private readonly file: PlacesFile
  private readonly opener: PlaceOpener
  private readonly secrets: Secrets

  constructor(parts: { readonly file: PlacesFile; readonly opener: PlaceOpener; readonly secrets: Secrets }) {
    this.file = parts.file
    this.opener = parts.opener
    this.secrets = parts.secrets
  }

  /** Opens a known place with its password. Throws an AppFailure when it cannot be reached. */
  async openPlace({ hasSecret, id, target }: StoredPlace, signal: AbortSignal): Promise<Place> {
    const kept = hasSecret ? await this.secrets.get(accountOf(id)) : null
    return await this.opener.openPlace(target, kept?.secret ?? null, signal)
  }

  /** Opens a place as entered in a form, with its password or the stored one. */
  async tried(id: string, target: PlaceTarget, secret: string | null, signal: AbortSignal): Promise<Place> {
    return await this.opener.openPlace(target, secret ?? (await this.secretFor(id, target)), signal)
  }

  /** Stores a password that was entered; a folder has none. */
  async keepSecret(id: string, target: PlaceTarget, secret: string | null): Promise<void> {
    if (target.kind === 'folder') await this.forgetSecret(id)
    else if (secret !== null) await this.secrets.set(accountOf(id), secret)
  }

  async forgetSecret(id: string): Promise<void> {
    await this.secrets.delete(accountOf(id))
  }

  /** Resolves to where a destination's password is kept, if anywhere. */
  async secretState({ hasSecret, id }: StoredPlace): Promise<PlaceView['secret']> {
    if (!hasSecret) return 'none'
    return (await this.secrets.get(accountOf(id)))?.kept ?? 'lost'
  }

  /** Resolves to the stored password, if the server is still the one that it was entered for. */
  private async secretFor(id: string, target: PlaceTarget): Promise<string | null> {
    const before = this.file.findPlace(id)
    if (before === null || !isSameServer(before.target, target)) return null
    return (await this.secrets.get(accountOf(id)))?.secret ?? null
  }
}

/** Returns the keychain account of a place's password. */
function accountOf(id: string): string {
  return `backup-place-${id}`
}

function isSameServer(a: PlaceTarget, b: PlaceTarget): boolean {
  if (a.kind === 'folder' || b.kind === 'folder' || a.kind !== b.kind) return false
  const users = [a, b].map((target) => (target.kind === 'webdav' ? target.user : target.keyId))
  return originOf(a.address) === originOf(b.address) && users[0] === users[1]
}

function originOf(address: string): string {
  const full = address.includes('://') ? address : `https://${address}`
  return URL.canParse(full) ? new URL(full).origin : ''
}

/** Returns true if both lead to the same files. */
export function isSamePlace(a: PlaceTarget, b: PlaceTarget): boolean {
  if (a.kind === 'folder' || b.kind === 'folder') return a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b)
  if (a.address !== b.address) return false
  return a.kind === 's3' && b.kind === 's3' ? a.bucket === b.bucket : a.kind === b.kind
}
