import { fail } from '../../../shared/errors.ts'
import type { ItemCollection } from '../../../shared/item-collection.ts'
import type { Clock } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { ItemCollections } from '../../storage/item-collections.ts'

export interface CollectionsServiceParts {
  readonly database: Database
  readonly collections: ItemCollections
  readonly clock: Clock
  /** Called after every change. */
  readonly onChange: () => void
}

/** The user's collections of images or of videos. */
export class CollectionsService {
  private readonly parts: CollectionsServiceParts

  constructor(parts: CollectionsServiceParts) {
    this.parts = parts
  }

  listCollections(): readonly ItemCollection[] {
    return this.parts.collections.allCollections()
  }

  /** Creates or renames a collection. */
  saveCollection({ id, name }: { readonly id: string; readonly name: string }): ItemCollection {
    const { clock, collections, onChange } = this.parts
    collections.putCollection(id, name, clock.now())
    onChange()
    return collections.findCollection(id) ?? fail('internal', 'a collection that was just saved is not there')
  }

  /** Removes a collection; its items stay. */
  removeCollection({ id }: { readonly id: string }): null {
    this.parts.collections.removeCollection(id)
    this.parts.onChange()
    return null
  }

  /** Adds or removes items. Throws an AppFailure `not_found` for an unknown collection. */
  setInCollection(collectionId: string, itemIds: readonly string[], inside: boolean): null {
    const { collections, database, onChange } = this.parts
    if (!collections.findCollection(collectionId)) fail('not_found', 'no such collection')
    database.transaction(() => collections.setItems(collectionId, itemIds, inside))
    onChange()
    return null
  }
}
