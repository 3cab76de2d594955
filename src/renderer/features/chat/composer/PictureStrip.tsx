import { Loader } from '@mantine/core'
import { X } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { removePicture } from '../actions/pictures.ts'
import type { Picture } from '../state/chat-store.ts'
import classes from './PictureStrip.module.css'

/** Pictures of the next message. */
export function PictureStrip({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation()
  const base = useApp((state) => state.info.mediaBase)
  if (pictures.length === 0) return null
  return (
    <ul className={classes.strip}>
      {pictures.map((picture) => (
        <li key={picture.key} className={classes.picture}>
          {picture.item === null ? (
            <Loader size={18} aria-label={t('composer.uploading', { name: picture.name })} />
          ) : (
            <img src={`${base}${picture.item.id}`} alt={picture.name} />
          )}
          <Button
            kind="plain"
            aria-label={t('composer.removePicture', { name: picture.name })}
            onClick={() => removePicture(picture.key)}
          >
            <X size={12} />
          </Button>
        </li>
      ))}
    </ul>
  )
}
