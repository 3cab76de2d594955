import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MoreMenu, OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { removeCollection } from '../collection-actions.ts'
import { allIds, selectAll, setSelecting } from '../gallery-actions.ts'
import { saveArchive } from '../picture-actions.ts'
import { useStudio } from '../studio-store.ts'

/** Actions on everything shown, and on the current collection. */
export function GalleryMenu() {
  const { t } = useTranslation()
  const collection = useStudio((state) => state.collections.find(({ id }) => id === state.filter.collectionId))
  const none = useStudio((state) => (state.pages.total ?? 0) === 0)
  return (
    <MoreMenu width={240}>
      <Menu.Item disabled={none} onClick={() => setSelecting(true)}>
        {t('images.select')}
      </Menu.Item>
      <Menu.Item disabled={none} onClick={() => void selectAll()}>
        {t('images.selectAll')}
      </Menu.Item>
      <Menu.Item disabled={none} onClick={() => void allIds().then(saveArchive)}>
        {t('images.saveAll')}
      </Menu.Item>
      {collection === undefined ? null : (
        <>
          <Menu.Divider />
          <OpeningItem
            onOpen={() => useStudio.setState({ naming: { id: collection.id, name: collection.name, imageIds: [] } })}
          >
            {t('images.collectionRename')}
          </OpeningItem>
          <Menu.Item onClick={() => void removeCollection(collection)}>{t('images.collectionRemove')}</Menu.Item>
        </>
      )}
    </MoreMenu>
  )
}
