import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './TileSize.module.css'

/** A choice of the size of the gallery's pictures, stored as a setting. */
export function TileSize() {
  const { t } = useTranslation()
  const size = useApp((state) => state.settings.imageTileSize)
  return (
    <input
      type="range"
      className={classes.slider}
      min={120}
      max={300}
      step={20}
      value={size}
      aria-label={t('images.tileSize')}
      title={t('images.tileSize')}
      onChange={(event) => void saveSettings({ imageTileSize: Number(event.currentTarget.value) })}
    />
  )
}
