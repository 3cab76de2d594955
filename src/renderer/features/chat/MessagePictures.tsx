import { Menu } from '@mantine/core'
import { Forward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MediaItem } from '../../../shared/media.ts'
import { useSendTo } from '../../app/send-to.ts'
import { LibraryPicture } from '../../components/LibraryPicture.tsx'
import { SendToItems } from '../../components/SendToItems.tsx'
import classes from './MessagePictures.module.css'

/** The pictures of a message, in boxes whose size is known before they load. */
export function MessagePictures({ items }: { items: readonly MediaItem[] }) {
  const { t } = useTranslation()
  if (items.length === 0) return null
  return (
    <div className={classes.pictures}>
      {items.map((item, index) => (
        <div key={item.id} className={classes.picture}>
          <LibraryPicture
            mediaId={item.id}
            alt={t('message.picture', { index: index + 1 })}
            width={item.width ?? 240}
            height={item.height ?? 180}
            loading="lazy"
            decoding="async"
          />
          <PictureMenu item={item} words={t('message.pictureActions', { index: index + 1 })} />
        </div>
      ))}
    </div>
  )
}

/** What other panels can do with the picture. */
function PictureMenu({ item, words }: { item: MediaItem; words: string }) {
  const some = useSendTo(item, 'chat').length > 0
  if (!some) return null
  return (
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.send} aria-label={words} title={words}>
          <Forward size={15} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <SendToItems picture={{ media: item, imageId: null }} from="chat" />
      </Menu.Dropdown>
    </Menu>
  )
}
