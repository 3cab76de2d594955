import { Forward } from 'lucide-react'
import { useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { Button } from '../../../components/Button.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { LibraryPicture } from '../../../components/pictures/LibraryPicture.tsx'
import { PictureViewer } from '../../../components/pictures/PictureViewer.tsx'
import { SendToItems } from '../../../components/pictures/SendToItems.tsx'
import { usePictureTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './MessagePictures.module.css'

/** The pictures of a message, in boxes sized before they load. */
export function MessagePictures({ items }: { items: readonly MediaItem[] }) {
  const { t } = useTranslation()
  const [at, setAt] = useState<number | null>(null)
  if (items.length === 0) return null
  const describe = (index: number) => t('message.picture', { index: index + 1 })
  return (
    <div className={classes.pictures}>
      {items.map((item, index) => (
        <div key={item.id} className={classes.picture}>
          <Button
            kind="plain"
            className={classes.open}
            aria-label={t('message.pictureOpen', { index: index + 1 })}
            onClick={() => setAt(index)}
          >
            <LibraryPicture
              mediaId={item.id}
              alt={describe(index)}
              width={item.width ?? 240}
              height={item.height ?? 180}
              loading="lazy"
              decoding="async"
            />
          </Button>
          <PictureMenu item={item} words={t('message.pictureActions', { index: index + 1 })} />
        </div>
      ))}
      <PictureViewer items={items} at={at} onAt={setAt} describe={describe} />
    </div>
  )
}

/** Actions of other panels on the picture. */
function PictureMenu({ item, words }: { item: MediaItem; words: string }) {
  const some = usePictureTargets(item, 'chat').length > 0
  if (!some) return null
  return (
    <Menu
      trigger={
        <Button kind="plain" className={classes.send} aria-label={words} title={words}>
          <Forward size={15} aria-hidden="true" />
        </Button>
      }
    >
      <SendToItems picture={{ media: item, imageId: null }} from="chat" />
    </Menu>
  )
}
