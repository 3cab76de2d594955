import i18next from 'i18next'
import type { Result } from '../../../shared/ipc/result.ts'
import type { ItemCollection } from '../../../shared/item-collection.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { showToast } from '../../platform/toasts.ts'

/** Largest number of items in one call. */
const itemsMax = 20_000

/** A collection being named; `itemIds` are added to a new one. */
export interface Naming {
  readonly id: string
  readonly name: string
  readonly itemIds: readonly string[]
}

/** The collections of a panel's store, and the one it names. */
export interface CollectionsState {
  readonly collections: readonly ItemCollection[]
  readonly naming: Naming | null
}

/** Calls, state and words of one kind of collection. */
export interface CollectionPorts {
  readonly list: () => Promise<Result<readonly ItemCollection[]>>
  readonly save: (id: string, name: string) => Promise<Result<unknown>>
  readonly remove: (id: string) => Promise<Result<unknown>>
  readonly setItems: (collectionId: string, itemIds: readonly string[], inside: boolean) => Promise<Result<unknown>>
  /** Resolves to the ids of the items inside. */
  readonly idsIn: (collectionId: string) => Promise<Result<readonly string[]>>
  readonly setState: (state: Partial<CollectionsState>) => void
  /** Called after a collection was removed, so that no list is filtered by it. */
  readonly onRemoved: (collectionId: string) => void
  /** Returns the words after items were added or removed. */
  readonly changedWords: (inside: boolean, count: number, name: string) => string
  readonly removedWords: (name: string) => string
}

export interface CollectionActions {
  readonly loadCollections: () => Promise<void>
  /** Creates or renames a collection. Resolves to false if it was refused. */
  readonly saveCollection: (id: string, name: string) => Promise<boolean>
  /** Asks for the name of a new collection for these items. */
  readonly newCollection: (itemIds: readonly string[]) => void
  /** Asks for another name of a collection. */
  readonly renameCollection: (collection: ItemCollection) => void
  readonly stopNaming: () => void
  /** Adds items to a collection, or removes them from it. */
  readonly setInCollection: (
    itemIds: readonly string[],
    collection: Pick<ItemCollection, 'id' | 'name'>,
    inside: boolean,
  ) => Promise<void>
  /** Removes a collection and offers undo; its items stay. */
  readonly removeCollection: (collection: ItemCollection) => Promise<void>
}

/** Returns the actions on one kind of collection. */
export function collectionActions(ports: CollectionPorts): CollectionActions {
  const loadCollections = async (): Promise<void> => {
    const answer = await ports.list()
    if (answer.ok) ports.setState({ collections: answer.value })
  }
  const saveCollection = async (id: string, name: string): Promise<boolean> => {
    const answer = await ports.save(id, name.trim().slice(0, 80))
    if (!answer.ok) tellError(answer.error)
    else await loadCollections()
    return answer.ok
  }
  return {
    loadCollections,
    saveCollection,
    newCollection: (itemIds) => ports.setState({ naming: { id: crypto.randomUUID(), name: '', itemIds } }),
    renameCollection: ({ id, name }) => ports.setState({ naming: { id, name, itemIds: [] } }),
    stopNaming: () => ports.setState({ naming: null }),
    async setInCollection(itemIds, { id, name }, inside) {
      if (itemIds.length === 0) return
      const answer = await ports.setItems(id, itemIds.slice(0, itemsMax), inside)
      if (!answer.ok) return tellError(answer.error)
      showToast(ports.changedWords(inside, itemIds.length, name))
    },
    async removeCollection({ id, name }) {
      const inside = await ports.idsIn(id)
      const answer = await ports.remove(id)
      if (!answer.ok) return tellError(answer.error)
      ports.onRemoved(id)
      await loadCollections()
      showToast(ports.removedWords(name), {
        label: i18next.t('app.undo'),
        run: async () => {
          const made = await saveCollection(id, name)
          if (!made || !inside.ok || inside.value.length === 0) return
          const back = await ports.setItems(id, inside.value.slice(0, itemsMax), true)
          if (!back.ok) tellError(back.error)
        },
      })
    },
  }
}
