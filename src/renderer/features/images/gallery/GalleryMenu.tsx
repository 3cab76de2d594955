import { Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { removeCollection } from '../collection-actions.ts'
import { allIds } from '../gallery-actions.ts'
import { saveArchive } from '../picture-actions.ts'
import { selectAll, setSelecting } from '../selection-actions.ts'
import { useStudio } from '../studio-store.ts'

/** What can be done with all that is shown, and with the collection that is. */
export function GalleryMenu() {
  const { t } = useTranslation()
  const collection = useStudio((state) => state.collections.find(({ id }) => id === state.filter.collectionId))
  const none = useStudio((state) => (state.pages.total ?? 0) === 0)
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={buttons.icon} aria-label={t('app.more')} title={t('app.more')}>
          <Ellipsis size={18} strokeWidth={1.75} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
            <Menu.Item
              onClick={() => useStudio.setState({ naming: { id: collection.id, name: collection.name, imageIds: [] } })}
            >
              {t('images.collectionRename')}
            </Menu.Item>
            <Menu.Item onClick={() => void removeCollection(collection)}>{t('images.collectionRemove')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
