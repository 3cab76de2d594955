import { Menu } from '@mantine/core'
import { Check, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { newCollection, setInCollection } from '../collection-actions.ts'
import { useStudio } from '../studio-store.ts'

interface CollectionItemsProps {
  readonly imageIds: readonly string[]
  /** The collections that hold them all; null where that is not known. */
  readonly inside: readonly string[] | null
}

/** Menu entries that put images into collections, or take them out again. */
export function CollectionItems({ imageIds, inside }: CollectionItemsProps) {
  const { t } = useTranslation()
  const collections = useStudio((state) => state.collections)
  const shown = useStudio((state) => state.collections.find(({ id }) => id === state.filter.collectionId))
  return (
    <>
      <Menu.Label>{t('images.collectionAdd')}</Menu.Label>
      {collections.map((collection) => {
        const holds = inside?.includes(collection.id) ?? false
        return (
          <Menu.Item
            key={collection.id}
            role={inside === null ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked={inside === null ? undefined : holds}
            rightSection={holds ? <Check size={14} aria-hidden="true" /> : null}
            onClick={() => void setInCollection(imageIds, collection, !holds)}
          >
            {collection.name}
          </Menu.Item>
        )
      })}
      <Menu.Item leftSection={<Plus size={14} aria-hidden="true" />} onClick={() => newCollection(imageIds)}>
        {t('images.collectionNew')}
      </Menu.Item>
      {inside !== null || shown === undefined ? null : (
        <Menu.Item onClick={() => void setInCollection(imageIds, shown, false)}>
          {t('images.collectionTakeOut', { name: shown.name })}
        </Menu.Item>
      )}
    </>
  )
}
