import { Folder, FolderMinus, Plus } from 'lucide-react'
import { MenuChoice, MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { newCollection, setInCollection } from '../collection-actions.ts'
import { useStudio } from '../studio-store.ts'

interface CollectionItemsProps {
  readonly imageIds: readonly string[]
  /** The collections that contain all of these images; null when unknown. */
  readonly inside: readonly string[] | null
}

/** Menu items that add images to collections, or remove them. */
export function CollectionItems({ imageIds, inside }: CollectionItemsProps) {
  const { t } = useTranslation()
  const collections = useStudio((state) => state.collections)
  const shown = useStudio((state) => state.collections.find(({ id }) => id === state.filter.collectionId))
  return (
    <MenuGroup label={t('images.collectionAdd')}>
      {collections.map((collection) =>
        inside === null ? (
          <MenuItem key={collection.id} icon={Folder} onPress={() => void setInCollection(imageIds, collection, true)}>
            {collection.name}
          </MenuItem>
        ) : (
          <MenuChoice
            key={collection.id}
            isMultiple
            isChecked={inside.includes(collection.id)}
            onChoose={() => void setInCollection(imageIds, collection, !inside.includes(collection.id))}
          >
            {collection.name}
          </MenuChoice>
        ),
      )}
      <MenuItem icon={Plus} onPress={() => newCollection(imageIds)}>
        {t('images.collectionNew')}
      </MenuItem>
      {inside !== null || shown === undefined ? null : (
        <MenuItem icon={FolderMinus} onPress={() => void setInCollection(imageIds, shown, false)}>
          {t('images.collectionTakeOut', { name: shown.name })}
        </MenuItem>
      )}
    </MenuGroup>
  )
}
