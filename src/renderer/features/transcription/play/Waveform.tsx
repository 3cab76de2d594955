import { useEffect, useMemo, useRef } from 'react'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { barsIn, drawWaveform, type WaveColours } from './draw-waveform.ts'
import classes from './Player.module.css'
import { seekTo, skipBy, usePlay } from './player.ts'
import { timeAt, valuesPerSecond, waveformBytes, waveformColumns } from './waveform-columns.ts'

/** Returns the colours of the current theme. */
function coloursOf(element: Element): WaveColours {
  const style = getComputedStyle(element)
  return { played: style.getPropertyValue('--seal'), rest: style.getPropertyValue('--line-strong') }
}

/** Redraws the canvas when its size, the theme or the played share changes. */
function useDrawing(bytes: Uint8Array) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    let columns = new Uint8Array()
    let columnsOf = ''
    let colours = coloursOf(element)
    let drawn = ''
    const draw = () => {
      const { time, duration } = usePlay.getState()
      const bars = barsIn(element.clientWidth)
      const total = duration > 0 ? Math.ceil((duration / 1000) * valuesPerSecond) : bytes.length
      if (columnsOf !== `${bars} ${total}`) {
        columnsOf = `${bars} ${total}`
        columns = Uint8Array.from(waveformColumns(bytes, bars, Math.max(1, total)))
      }
      const share = duration > 0 ? Math.min(1, time / duration) : 0
      // a change of less than half a pixel is invisible
      const state = `${columnsOf} ${element.clientWidth} ${Math.round(share * element.clientWidth * 2)}`
      if (state === drawn) return
      drawn = state
      drawWaveform(element, columns, share, colours)
    }
    const again = () => {
      colours = coloursOf(element)
      drawn = ''
      draw()
    }
    again()
    const size = new ResizeObserver(again)
    size.observe(element)
    const theme = new MutationObserver(again)
    theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    const undo = usePlay.subscribe(draw)
    return () => {
      size.disconnect()
      theme.disconnect()
      undo()
    }
  }, [bytes])
  return canvas
}

/** The waveform as a slider; a click, a drag or the arrow keys seek. */
export function Waveform({ waveform }: { waveform: string | null }) {
  const { t } = useTranslation()
  const bytes = useMemo(() => waveformBytes(waveform), [waveform])
  const canvas = useDrawing(bytes)
  const second = usePlay((state) => Math.floor(state.time / 1000))
  const length = usePlay((state) => Math.round(state.duration / 1000))

  const seekByPointer = (event: React.PointerEvent<HTMLDivElement>) => {
    const box = canvas.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return
    seekTo(timeAt((event.clientX - box.left) / box.width, usePlay.getState().duration))
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { duration } = usePlay.getState()
    const ways: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => skipBy(-5000),
      ArrowRight: () => skipBy(5000),
      ArrowDown: () => skipBy(-5000),
      ArrowUp: () => skipBy(5000),
      PageDown: () => skipBy(-60_000),
      PageUp: () => skipBy(60_000),
      Home: () => seekTo(0),
      End: () => seekTo(duration),
    }
    const way = ways[event.key]
    if (way === undefined) return
    event.preventDefault()
    event.stopPropagation()
    way()
  }
  return (
    <div
      className={classes.wave}
      role="slider"
      tabIndex={0}
      aria-label={t('transcription.seek')}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={Math.min(second, length)}
      aria-valuetext={t('transcription.timeOf', {
        time: elapsedWords(second * 1000),
        total: elapsedWords(length * 1000),
      })}
      onKeyDown={keys}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        seekByPointer(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekByPointer(event)
      }}
    >
      <canvas ref={canvas} />
    </div>
  )
}
