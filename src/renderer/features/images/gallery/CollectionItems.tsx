import { Menu } from '@mantine/core'
import { Check, Folder, FolderMinus, Plus } from 'lucide-react'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { newCollection, setInCollection } from '../collection-actions.ts'
import { useStudio } from '../studio-store.ts'
import classes from './image-menu.module.css'

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
    <>
      <Menu.Label>{t('images.collectionAdd')}</Menu.Label>
      {collections.map((collection) =>
        inside === null ? (
          <Menu.Item
            key={collection.id}
            leftSection={<Folder size={16} aria-hidden="true" />}
            onClick={() => void setInCollection(imageIds, collection, true)}
          >
            {collection.name}
          </Menu.Item>
        ) : (
          <Menu.CheckboxItem
            key={collection.id}
            closeMenuOnClick
            checkIcon={<Check size={16} aria-hidden="true" />}
            classNames={{ itemIndicator: classes.sign }}
            checked={inside.includes(collection.id)}
            onChange={(holds) => void setInCollection(imageIds, collection, holds)}
          >
            {collection.name}
          </Menu.CheckboxItem>
        ),
      )}
      <Menu.Item leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => newCollection(imageIds)}>
        {t('images.collectionNew')}
      </Menu.Item>
      {inside !== null || shown === undefined ? null : (
        <Menu.Item
          leftSection={<FolderMinus size={16} aria-hidden="true" />}
          onClick={() => void setInCollection(imageIds, shown, false)}
        >
          {t('images.collectionTakeOut', { name: shown.name })}
        </Menu.Item>
      )}
    </>
  )
}
