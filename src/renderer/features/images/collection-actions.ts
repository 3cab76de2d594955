import i18next from 'i18next'
import type { ImageCollection } from '../../../shared/image.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { showToast } from '../../platform/toasts.ts'
import { noFilter } from './filter.ts'
import { setFilter } from './gallery-actions.ts'
import { studio, useStudio } from './studio-store.ts'

export async function loadCollections(): Promise<void> {
  const answer = await call('images.collections', {})
  if (answer.ok) useStudio.setState({ collections: answer.value })
}

/** Creates or renames a collection. */
export async function saveCollection(id: string, name: string): Promise<boolean> {
  const answer = await call('images.saveCollection', { id, name: name.trim().slice(0, 80) })
  if (!answer.ok) tellError(answer.error)
  else await loadCollections()
  return answer.ok
}

/** Asks for the name of a new collection for these images. */
export function newCollection(imageIds: readonly string[]): void {
  useStudio.setState({ naming: { id: crypto.randomUUID(), name: '', imageIds } })
}

/** Adds images to a collection, or removes them from it. */
export async function setInCollection(
  imageIds: readonly string[],
  collection: Pick<ImageCollection, 'id' | 'name'>,
  inside: boolean,
): Promise<void> {
  if (imageIds.length === 0) return
  const answer = await call('images.setInCollection', {
    imageIds: imageIds.slice(0, 20_000),
    collectionId: collection.id,
    inside,
  })
  if (!answer.ok) return tellError(answer.error)
  const { name } = collection
  const count = imageIds.length
  showToast(i18next.t(inside ? 'images.addedTo' : 'images.removedFrom', { count, name }))
}

/** Removes a collection and offers undo; its images stay. */
export async function removeCollection(collection: ImageCollection): Promise<void> {
  const inside = await call('images.ids', { filter: { ...noFilter, collectionId: collection.id } })
  const answer = await call('images.removeCollection', { id: collection.id })
  if (!answer.ok) return tellError(answer.error)
  if (studio().filter.collectionId === collection.id) setFilter({ collectionId: null })
  await loadCollections()
  showToast(i18next.t('images.collectionRemoved', { name: collection.name }), {
    label: i18next.t('app.undo'),
    run: async () => {
      const made = await saveCollection(collection.id, collection.name)
      if (!made || !inside.ok || inside.value.length === 0) return
      const { id } = collection
      const back = await call('images.setInCollection', {
        imageIds: inside.value.slice(0, 20_000),
        collectionId: id,
        inside: true,
      })
      if (!back.ok) tellError(back.error)
    },
  })
}
