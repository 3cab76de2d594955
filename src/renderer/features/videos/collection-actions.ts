import i18next from 'i18next'
import { collectionActions } from '../../components/collections/collection-actions.ts'
import { call } from '../../platform/bridge/client.ts'
import { noFilter } from './filter.ts'
import { setFilter } from './list-actions.ts'
import { useVideos, videos } from './videos-store.ts'

/** Actions on collections of videos. */
export const videoCollections = collectionActions({
  list: async () => await call('videos.collections', {}),
  save: async (id, name) => await call('videos.saveCollection', { id, name }),
  remove: async (id) => await call('videos.removeCollection', { id }),
  setItems: async (collectionId, itemIds, inside) =>
    await call('videos.setInCollection', { jobIds: [...itemIds], collectionId, inside }),
  idsIn: async (collectionId) => await call('videos.ids', { filter: { ...noFilter, collectionId } }),
  setState: (state) => useVideos.setState(state),
  onRemoved(id) {
    if (videos().filter.collectionId === id) setFilter({ collectionId: null })
  },
  changedWords: (inside, count, name) => i18next.t(inside ? 'videos.addedTo' : 'videos.removedFrom', { count, name }),
  removedWords: (name) => i18next.t('videos.collectionRemoved', { name }),
})
