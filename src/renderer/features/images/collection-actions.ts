import i18next from 'i18next'
import { collectionActions } from '../../components/collections/collection-actions.ts'
import { call } from '../../platform/bridge/client.ts'
import { noFilter } from './filter.ts'
import { setFilter } from './gallery-actions.ts'
import { studio, useStudio } from './studio-store.ts'

/** Actions on the gallery's collections. */
export const imageCollections = collectionActions({
  list: async () => await call('images.collections', {}),
  save: async (id, name) => await call('images.saveCollection', { id, name }),
  remove: async (id) => await call('images.removeCollection', { id }),
  setItems: async (collectionId, itemIds, inside) =>
    await call('images.setInCollection', { imageIds: [...itemIds], collectionId, inside }),
  idsIn: async (collectionId) => await call('images.ids', { filter: { ...noFilter, collectionId } }),
  setState: (state) => useStudio.setState(state),
  onRemoved(id) {
    if (studio().filter.collectionId === id) setFilter({ collectionId: null })
  },
  changedWords: (inside, count, name) => i18next.t(inside ? 'images.addedTo' : 'images.removedFrom', { count, name }),
  removedWords: (name) => i18next.t('images.collectionRemoved', { name }),
})
