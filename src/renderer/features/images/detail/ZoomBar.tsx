import { Maximize, Minus, Plus } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import classes from '../../../components/pictures/detail-view.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import type { Zoom } from './use-zoom.ts'

/** Buttons for zoom and full screen. */
export function ZoomBar({ zoom, onFullScreen }: { zoom: Zoom; onFullScreen: () => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.zoom} aria-label={t('images.zoom')}>
      <IconButton words={t('images.zoomOut')} keys="−" onPress={() => zoom.by(1 / 1.5)}>
        <Minus size={16} aria-hidden="true" />
      </IconButton>
      <Button
        kind="plain"
        className={classes.percent}
        aria-label={zoom.view.scale === null ? t('images.zoomActual') : t('images.zoomFit')}
        title={zoom.view.scale === null ? `${t('images.zoomActual')} (1)` : `${t('images.zoomFit')} (0)`}
        onClick={zoom.view.scale === null ? zoom.actual : zoom.toFit}
      >
        {Math.round(zoom.scale * 100)} %
      </Button>
      <IconButton words={t('images.zoomIn')} keys="+" onPress={() => zoom.by(1.5)}>
        <Plus size={16} aria-hidden="true" />
      </IconButton>
      <IconButton words={t('images.fullScreen')} keys="F" onPress={onFullScreen}>
        <Maximize size={16} aria-hidden="true" />
      </IconButton>
    </fieldset>
  )
}

interface IconButtonProps {
  readonly words: string
  readonly keys: string
  readonly onPress: () => void
  readonly children: React.ReactNode
}

function IconButton({ words, keys, onPress, children }: IconButtonProps) {
  return (
    <Button kind="icon" size="small" aria-label={words} title={`${words} (${keys})`} onClick={onPress}>
      {children}
    </Button>
  )
}
