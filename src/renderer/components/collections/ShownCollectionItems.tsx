import type { ItemCollection } from '../../../shared/item-collection.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { DeleteItem } from '../menu/DeleteItem.tsx'
import { MenuGroup, MenuItem } from '../menu/MenuItem.tsx'
import type { CollectionActions } from './collection-actions.ts'

interface ShownCollectionItemsProps {
  readonly collection: ItemCollection
  readonly actions: CollectionActions
}

/** Menu items that rename or remove the shown collection. */
export function ShownCollectionItems({ actions, collection }: ShownCollectionItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <MenuGroup>
        <MenuItem onPress={() => actions.renameCollection(collection)}>{t('images.collectionRename')}</MenuItem>
      </MenuGroup>
      <DeleteItem onPress={() => void actions.removeCollection(collection)}>{t('images.collectionRemove')}</DeleteItem>
    </>
  )
}
