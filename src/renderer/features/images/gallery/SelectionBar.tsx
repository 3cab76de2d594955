import { Menu } from '@mantine/core'
import { FolderPlus, Heart, Save, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/list-bar.module.css'
import { indexOfItem, itemAt } from '../../../components/pages.ts'
import { setFavourite } from '../gallery-actions.ts'
import { deleteImages, saveArchive } from '../picture-actions.ts'
import { selectAll, setSelecting } from '../selection-actions.ts'
import { studio, useStudio } from '../studio-store.ts'
import { CollectionItems } from './CollectionItems.tsx'

/** Favourites only if all that are known are none yet get the mark; else it is taken away. */
function favouriteAll(imageIds: readonly string[]): void {
  const { pages } = studio()
  const all = imageIds.every((id) => itemAt(pages, indexOfItem(pages, id))?.favourite ?? false)
  void setFavourite(imageIds, !all)
}

/** What can be done with the marked images. */
export function SelectionBar() {
  const { t } = useTranslation()
  const ids = useStudio((state) => state.selection.ids)
  const chosen = [...ids]
  const none = chosen.length === 0
  const icon = { size: 18, strokeWidth: 1.75 } as const
  return (
    <section className={classes.bar} aria-label={t('images.selection')}>
      <span className={classes.count} role="status">
        {t('images.selected', { count: chosen.length })}
      </span>
      <span className={classes.grow} />
      <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={() => void selectAll()}>
        {t('images.selectAll')}
      </button>
      <button
        type="button"
        className={buttons.icon}
        disabled={none}
        aria-label={t('images.favourite')}
        title={t('images.favourite')}
        onClick={() => favouriteAll(chosen)}
      >
        <Heart {...icon} />
      </button>
      <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button
            type="button"
            className={buttons.icon}
            disabled={none}
            aria-label={t('images.collectionAdd')}
            title={t('images.collectionAdd')}
          >
            <FolderPlus {...icon} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <CollectionItems imageIds={chosen} inside={null} />
        </Menu.Dropdown>
      </Menu>
      <button
        type="button"
        className={buttons.icon}
        disabled={none}
        aria-label={t('images.saveZip')}
        title={t('images.saveZip')}
        onClick={() => void saveArchive(chosen)}
      >
        <Save {...icon} />
      </button>
      <button
        type="button"
        className={buttons.icon}
        disabled={none}
        aria-label={t('images.delete')}
        title={t('images.delete')}
        onClick={() => void deleteImages(chosen)}
      >
        <Trash2 {...icon} />
      </button>
      <button
        type="button"
        className={buttons.icon}
        aria-label={t('images.selectEnd')}
        title={t('images.selectEnd')}
        onClick={() => setSelecting(false)}
      >
        <X {...icon} />
      </button>
    </section>
  )
}
