import { CollectionChips } from '../../../components/collections/CollectionChips.tsx'
import { CollectionDialog } from '../../../components/collections/CollectionDialog.tsx'
import { CollectionItems } from '../../../components/collections/CollectionItems.tsx'
import { ShownCollectionItems } from '../../../components/collections/ShownCollectionItems.tsx'
import { videoCollections } from '../collection-actions.ts'
import { setFilter } from '../list-actions.ts'
import { useVideos } from '../videos-store.ts'

/** Chips of the collections; another press on the shown one shows all videos. Nothing without any: the bar is narrow. */
export function VideoCollectionChips() {
  const collections = useVideos((state) => state.collections)
  const shownId = useVideos((state) => state.filter.collectionId ?? null)
  if (collections.length === 0) return null
  return (
    <CollectionChips
      collections={collections}
      shownId={shownId}
      onChoose={(id) => setFilter({ collectionId: id === shownId ? null : id })}
      actions={videoCollections}
    />
  )
}

/** The dialog that names a collection of videos. */
export function VideoCollectionDialog() {
  const naming = useVideos((state) => state.naming)
  return <CollectionDialog naming={naming} actions={videoCollections} />
}

/** Menu items that add videos to collections, or remove them from the shown one. */
export function VideoCollectionItems({ jobIds }: { readonly jobIds: readonly string[] }) {
  const collections = useVideos((state) => state.collections)
  const shownId = useVideos((state) => state.filter.collectionId ?? null)
  return (
    <CollectionItems
      itemIds={jobIds}
      inside={null}
      collections={collections}
      shownId={shownId}
      actions={videoCollections}
    />
  )
}

/** Menu items that rename or remove the shown collection; nothing while all videos are shown. */
export function ShownVideoCollection() {
  const shown = useVideos((state) => state.collections.find(({ id }) => id === state.filter.collectionId))
  return shown === undefined ? null : <ShownCollectionItems collection={shown} actions={videoCollections} />
}
