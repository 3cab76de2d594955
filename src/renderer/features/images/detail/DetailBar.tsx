import { Columns2, Copy, FolderOpen, Info, Save, Star, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ImageDetail } from '../../../../shared/image.ts'
import { pictureTypeNames, pictureTypes } from '../../../../shared/image-kinds.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { extensionOf, isShown } from '../../../../shared/media-types.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import classes from '../../../components/pictures/detail-view.module.css'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { showToast } from '../../../platform/toasts.ts'
import { ImageCollectionItems } from '../gallery/ImageCollections.tsx'
import { setFavourite } from '../gallery-actions.ts'
import { copyPicture, saveImage, showInFolder } from '../picture-actions.ts'
import { deleteShown, openOrigin, toggleDetails } from './detail-actions.ts'

interface DetailBarProps {
  readonly detail: ImageDetail
  /** The shown picture: the image, or the gateway's original. */
  readonly media: MediaItem
  /** True if its file is missing. */
  readonly lost: boolean
  readonly compare: boolean
  /** Shows or hides the comparison; null if there is nothing to compare. */
  readonly onCompare: ((value: boolean) => void) | null
  readonly asSent: boolean
  /** Switches to the gateway's result, or back; null if it is the shown picture, unchanged. */
  readonly onAsSent: ((value: boolean) => void) | null
}

/** Actions on the shown image. */
export function DetailBar({ detail, media, lost, compare, onCompare, asSent, onAsSent }: DetailBarProps) {
  const { t } = useTranslation()
  const { summary } = detail
  const titled = useTitled()
  const detailsHidden = useApp((state) => state.settings.imageDetailsHidden)
  const isDesktop = useApp((state) => state.info.shell === 'electron')
  const [copying, setCopying] = useState(false)
  const icon = { size: 18, strokeWidth: 1.75 } as const
  const copy = async () => {
    setCopying(true)
    if (await copyPicture(media)) showToast(t('images.copied'))
    setCopying(false)
  }
  return (
    <>
      {onAsSent === null ? null : (
        <Button kind="chip" className={classes.chip} aria-pressed={asSent} onClick={() => onAsSent(!asSent)}>
          {t('images.asSent')}
        </Button>
      )}
      {onCompare === null ? null : (
        <Button kind="chip" className={classes.chip} aria-pressed={compare} onClick={() => onCompare(!compare)}>
          <Columns2 size={14} aria-hidden="true" />
          {t('images.compare')}
        </Button>
      )}
      {detail.ancestors.length === 0 ? null : (
        <IconButton
          icon={Undo2}
          words={t('images.origin')}
          title={titled(t('images.origin'), 'pictureOrigin')}
          onClick={() => openOrigin(detail)}
        />
      )}
      <Button
        kind="icon"
        className={classes.favourite}
        aria-label={t('images.favourite')}
        aria-pressed={summary.favourite}
        title={t('images.favourite')}
        onClick={() => void setFavourite([summary.id], !summary.favourite)}
      >
        <Star {...icon} fill={summary.favourite ? 'currentColor' : 'none'} />
      </Button>
      <IconButton icon={Copy} words={t('images.copyPicture')} disabled={lost || copying} onClick={() => void copy()} />
      <IconButton
        icon={Save}
        words={t('images.saveAs')}
        disabled={lost}
        onClick={() => void saveImage(summary.id, media)}
      />
      <Button
        kind="icon"
        className={classes.toggle}
        aria-label={t('images.recipe')}
        aria-pressed={!detailsHidden}
        title={titled(t('images.recipe'), 'pictureDetails')}
        onClick={toggleDetails}
      >
        <Info {...icon} />
      </Button>
      <MoreMenu width={240}>
        {detail.raw === null || isShown(detail.raw.mime) ? null : (
          <MenuItem icon={Save} onPress={() => void saveImage(summary.id, detail.raw)}>
            {t('images.saveOriginal', { kind: extensionOf(detail.raw.mime).slice(1).toUpperCase() })}
          </MenuItem>
        )}
        <MenuGroup>
          {pictureTypes
            .filter((type) => media.mime !== `image/${type}`)
            .map((type) => (
              <MenuItem key={type} icon={Save} disabled={lost} onPress={() => void saveImage(summary.id, media, type)}>
                {t('images.saveType', { type: pictureTypeNames[type] })}
              </MenuItem>
            ))}
        </MenuGroup>
        <ImageCollectionItems imageIds={[summary.id]} inside={detail.collectionIds} />
        <MenuGroup>
          {isDesktop ? (
            <MenuItem icon={FolderOpen} disabled={lost} onPress={() => void showInFolder(media)}>
              {t('images.showInFolder')}
            </MenuItem>
          ) : null}
          <ShowRequestItem itemId={detail.jobId} />
        </MenuGroup>
        <DeleteItem onPress={() => void deleteShown(summary.id)}>{t('images.delete')}</DeleteItem>
      </MoreMenu>
    </>
  )
}
