import type { MediaItem } from '../../../../shared/media.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './SourceField.module.css'

/** Note on a source that is not sent as PNG, because that would be over the limit. */
export function SentAs({ media }: { media: MediaItem }) {
  const { t } = useTranslation()
  if (media.mime === 'image/png') return null
  return <p className={classes.size}>{t('images.sentAs', { kind: media.mime === 'image/jpeg' ? 'JPEG' : 'WebP' })}</p>
}
