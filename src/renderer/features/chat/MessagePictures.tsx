import { useTranslation } from 'react-i18next'
import type { MediaItem } from '../../../shared/media.ts'
import { useApp } from '../../app/app-store.ts'
import classes from './Message.module.css'

/** The pictures of a message, in boxes whose size is known before they load. */
export function MessagePictures({ items }: { items: readonly MediaItem[] }) {
  const { t } = useTranslation()
  const base = useApp((state) => state.info.mediaBase)
  if (items.length === 0) return null
  return (
    <div className={classes.pictures}>
      {items.map((item, index) => (
        <img
          key={item.id}
          src={`${base}${item.id}`}
          alt={t('message.picture', { index: index + 1 })}
          width={item.width ?? 240}
          height={item.height ?? 180}
          loading="lazy"
          decoding="async"
        />
      ))}
    </div>
  )
}
