import { Maximize, Minus, Plus } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../../../components/pictures/detail-view.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import type { Zoom } from './use-zoom.ts'

/** Buttons for zoom and full screen. */
export function ZoomBar({ zoom, onFullScreen }: { zoom: Zoom; onFullScreen: () => void }) {
  const { t } = useTranslation()
  const titled = useTitled()
  const fits = zoom.view.scale === null
  const percentWords = fits ? t('images.zoomActual') : t('images.zoomFit')
  const button = { size: 'small', iconSize: 16 } as const
  return (
    <fieldset className={classes.zoom} aria-label={t('images.zoom')}>
      <IconButton
        {...button}
        icon={Minus}
        words={t('images.zoomOut')}
        title={titled(t('images.zoomOut'), 'pictureSmaller')}
        onClick={() => zoom.by(1 / 1.5)}
      />
      <Button
        kind="plain"
        className={classes.percent}
        aria-label={percentWords}
        title={titled(percentWords, fits ? 'pictureActual' : 'pictureFits')}
        onClick={fits ? zoom.actual : zoom.toFit}
      >
        {Math.round(zoom.scale * 100)} %
      </Button>
      <IconButton
        {...button}
        icon={Plus}
        words={t('images.zoomIn')}
        title={titled(t('images.zoomIn'), 'pictureLarger')}
        onClick={() => zoom.by(1.5)}
      />
      <IconButton
        {...button}
        icon={Maximize}
        words={t('images.fullScreen')}
        title={titled(t('images.fullScreen'), 'pictureFullScreen')}
        onClick={onFullScreen}
      />
    </fieldset>
  )
}
