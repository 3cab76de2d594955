import { Maximize, Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useLanguage } from '../../../platform/app-store.ts'
import { stepZoom, zoomToFit, zoomToPixels } from './editor-actions.ts'
import { useEditor, useSession } from './editor-store.ts'
import classes from './MaskEditor.module.css'
import { markedPercent } from './mask-rules.ts'
import { ToolButton } from './ToolButton.tsx'

/** Zoom, size, how much is marked, and whether it is kept. */
export function StatusLine() {
  const { t } = useTranslation()
  const session = useSession()
  const language = useLanguage()
  const { width, height } = session.picture
  const zoom = useEditor((state) => (state.view === null ? 1 : state.view.scale))
  const percent = useEditor((state) => markedPercent(state.marked, session.picture))
  const kept = useEditor((state) =>
    state.keeping ? 'keeping' : state.pixels === state.kept ? (state.pixels === 0 ? 'none' : 'kept') : 'later',
  )
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: zoom < 0.1 ? 1 : 0 })
  return (
    <div className={classes.status}>
      <div className={classes.zoom}>
        <ToolButton icon={Minus} label={t('mask.zoomOut')} hint="-" onPress={() => stepZoom(session, 'out')} />
        <button
          type="button"
          className={`${buttons.icon} ${classes.percent}`}
          title={`${t('mask.zoomPixels')} (1)`}
          aria-label={`${share.format(zoom)}, ${t('mask.zoomPixels')}`}
          aria-keyshortcuts="1"
          onClick={() => zoomToPixels(session)}
        >
          {share.format(zoom)}
        </button>
        <ToolButton
          icon={Plus}
          label={t('mask.zoomIn')}
          hint="+"
          shortcut="Plus"
          onPress={() => stepZoom(session, 'in')}
        />
        <ToolButton icon={Maximize} label={t('mask.zoomFit')} hint="0" onPress={() => zoomToFit(session)} />
      </div>
      <span>{t('mask.dimensions', { width, height })}</span>
      <span>{t('mask.marked', { percent: number.format(percent) })}</span>
      <span className={classes.grow} />
      <span className={classes.kept}>{kept === 'none' ? '' : t(`mask.state.${kept}`)}</span>
    </div>
  )
}
