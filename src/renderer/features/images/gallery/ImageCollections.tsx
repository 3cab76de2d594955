import { CollectionDialog } from '../../../components/collections/CollectionDialog.tsx'
import { CollectionItems } from '../../../components/collections/CollectionItems.tsx'
import { imageCollections } from '../collection-actions.ts'
import { useStudio } from '../studio-store.ts'

/** The dialog that names a collection of images. */
export function ImageCollectionDialog() {
  const naming = useStudio((state) => state.naming)
  return <CollectionDialog naming={naming} actions={imageCollections} />
}

interface ImageCollectionItemsProps {
  readonly imageIds: readonly string[]
  /** The collections that contain all of these images; null when unknown. */
  readonly inside: readonly string[] | null
}

/** Menu items that add images to collections, or remove them. */
export function ImageCollectionItems({ imageIds, inside }: ImageCollectionItemsProps) {
  const collections = useStudio((state) => state.collections)
  const shownId = useStudio((state) => state.filter.collectionId)
  return (
    <CollectionItems
      itemIds={imageIds}
      inside={inside}
      collections={collections}
      shownId={shownId}
      actions={imageCollections}
    />
  )
}
