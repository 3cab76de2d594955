import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Recorder.module.css'
import { levelNow } from './recorder-actions.ts'

/** Fall of the meter after a peak, in lengths per second; slow enough for the eye. */
const fallPerSecond = 0.8
/** Interval at which the level is announced to screen readers, in ms. */
const toldMs = 250

/** Level meter; it rises at once and falls slowly. Updated every frame, outside React. */
export function LevelMeter() {
  const { t } = useTranslation()
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let told = 0
    let frame = 0
    let level = 0
    let drawn = performance.now()
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw)
      level = Math.max(levelNow(), level - (fallPerSecond * Math.max(0, now - drawn)) / 1000, 0)
      drawn = now
      meter.current?.style.setProperty('--level', level.toFixed(3))
      if (now - told < toldMs) return
      told = now
      meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)))
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn in the colours of the page
    <div
      ref={meter}
      className={classes.meter}
      role="meter"
      aria-label={t('transcription.recorder.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <i />
    </div>
  )
}
