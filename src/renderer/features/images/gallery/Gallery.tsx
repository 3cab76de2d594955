import { Columns2, FolderPlus, Save, Star, Trash2 } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../../../components/lists/list-bar.module.css'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import { SelectionBar } from '../../../components/lists/SelectionBar.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { selectAll, setFavourite, setSelecting } from '../gallery-actions.ts'
import { comparePair } from '../pair-actions.ts'
import { deleteImages, saveArchive } from '../picture-actions.ts'
import { studio, useStudio } from '../studio-store.ts'
import { FilterBar } from './FilterBar.tsx'
import { ImageCollectionDialog, ImageCollectionItems } from './ImageCollections.tsx'
import { ImageGrid } from './ImageGrid.tsx'

/** The gallery, newest first. */
export function Gallery() {
  const selecting = useStudio((state) => state.selecting)
  return (
    <div className={classes.wall}>
      {selecting ? <ImageSelection /> : <FilterBar />}
      <ImageGrid />
      <ImageCollectionDialog />
    </div>
  )
}

/** Toggles the favourite mark; removes it if every known image has it. */
function favouriteAll(imageIds: readonly string[]): void {
  const { pages } = studio()
  const all = imageIds.every((id) => itemAt(pages, indexOfItem(pages, id))?.favourite ?? false)
  void setFavourite(imageIds, !all)
}

/** Actions on the marked images. */
function ImageSelection() {
  const { t } = useTranslation()
  const ids = useStudio((state) => state.selection.ids)
  const chosen = [...ids]
  const none = chosen.length === 0
  return (
    <SelectionBar
      words={{
        title: t('images.selection'),
        count: t('images.selected', { count: chosen.length }),
        all: t('images.selectAll'),
        end: t('images.selectEnd'),
      }}
      onAll={() => void selectAll()}
      onEnd={() => setSelecting(false)}
    >
      <IconButton
        icon={Columns2}
        words={t('images.comparePair')}
        disabled={chosen.length !== 2}
        onClick={() => void comparePair(chosen)}
      />
      <IconButton icon={Star} words={t('images.favourite')} disabled={none} onClick={() => favouriteAll(chosen)} />
      <Menu width={240} trigger={<IconButton icon={FolderPlus} words={t('images.collectionAdd')} disabled={none} />}>
        <ImageCollectionItems imageIds={chosen} inside={null} />
      </Menu>
      <IconButton icon={Save} words={t('images.saveZip')} disabled={none} onClick={() => void saveArchive(chosen)} />
      <IconButton icon={Trash2} words={t('images.delete')} disabled={none} onClick={() => void deleteImages(chosen)} />
    </SelectionBar>
  )
}
