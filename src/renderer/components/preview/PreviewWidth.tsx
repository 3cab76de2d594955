import type { PointerEvent } from 'react'
import { settingsTable } from '../../../shared/settings-table.ts'
import { appState, changeAppState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './Preview.module.css'

const { max, min } = settingsTable.previewWidth
const step = 32

function bounded(width: number): number {
  return Math.round(Math.min(max, Math.max(min, width)))
}

/** The handle between chat and preview; it moves by pointer or arrow keys. */
export function PreviewWidth() {
  const { t } = useTranslation()
  const width = useApp((state) => state.settings.previewWidth)

  function drag(event: PointerEvent<HTMLDivElement>): void {
    const handle = event.currentTarget
    const right = handle.parentElement?.getBoundingClientRect().right ?? 0
    const before = appState().settings.previewWidth
    // captured, because the frame would swallow the pointer
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: { readonly clientX: number }) => {
      const { settings } = appState()
      changeAppState({ settings: { ...settings, previewWidth: bounded(right - clientX) } })
    }
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
      const { previewWidth } = appState().settings
      if (previewWidth !== before) void saveSettings({ previewWidth })
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }

  return (
    // a movable separator has to be focusable
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot be moved
    <div
      className={classes.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('blocks.preview.width')}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? step : event.key === 'ArrowRight' ? -step : 0
        if (by === 0) return
        event.preventDefault()
        void saveSettings({ previewWidth: bounded(width + by) })
      }}
    />
  )
}
