import { Folder, FolderMinus, Plus } from 'lucide-react'
import type { ItemCollection } from '../../../shared/item-collection.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { MenuChoice, MenuGroup, MenuItem } from '../menu/MenuItem.tsx'
import type { CollectionActions } from './collection-actions.ts'

interface CollectionItemsProps {
  readonly itemIds: readonly string[]
  readonly collections: readonly ItemCollection[]
  /** The collections that contain all of these items; null when unknown. */
  readonly inside: readonly string[] | null
  /** Id of the collection that the list shows. */
  readonly shownId: string | null
  readonly actions: CollectionActions
}

/** Menu items that add items to collections, or remove them. */
export function CollectionItems({ actions, collections, inside, itemIds, shownId }: CollectionItemsProps) {
  const { t } = useTranslation()
  const { newCollection, setInCollection } = actions
  const shown = collections.find(({ id }) => id === shownId)
  return (
    <MenuGroup label={t('images.collectionAdd')}>
      {collections.map((collection) =>
        inside === null ? (
          <MenuItem key={collection.id} icon={Folder} onPress={() => void setInCollection(itemIds, collection, true)}>
            {collection.name}
          </MenuItem>
        ) : (
          <MenuChoice
            key={collection.id}
            isMultiple
            isChecked={inside.includes(collection.id)}
            onChoose={() => void setInCollection(itemIds, collection, !inside.includes(collection.id))}
          >
            {collection.name}
          </MenuChoice>
        ),
      )}
      <MenuItem icon={Plus} onPress={() => newCollection(itemIds)}>
        {t('images.collectionNew')}
      </MenuItem>
      {inside !== null || shown === undefined ? null : (
        <MenuItem icon={FolderMinus} onPress={() => void setInCollection(itemIds, shown, false)}>
          {t('images.collectionTakeOut', { name: shown.name })}
        </MenuItem>
      )}
    </MenuGroup>
  )
}
