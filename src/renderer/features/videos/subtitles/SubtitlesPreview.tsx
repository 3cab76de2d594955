import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BurntCue } from '../../../../shared/burnt-cue.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { stillOf } from '../posters/frame.ts'
import { type Clip, placeAt, startsOf } from '../storyboard/film-time.ts'
import { cueLayout, topOf } from './cue-layout.ts'
import { cuePicture } from './cue-picture.ts'
import classes from './Subtitles.module.css'
import type { Subtitles } from './subtitled-frames.ts'
import type { SubtitledFilm } from './subtitles-store.ts'

/** Wait before a frame is read, in ms, while an offset is typed. */
const pauseMs = 150

interface SubtitlesPreviewProps {
  readonly film: SubtitledFilm
  /** Cues within the film, and their looks. */
  readonly subtitles: Subtitles
}

/** A frame of the film with a cue on it. Buttons show the other cues. */
export function SubtitlesPreview({ film, subtitles: { cues, style } }: SubtitlesPreviewProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, Math.max(0, cues.length - 1))
  const cue = cues[index] ?? null
  const frame = useFrame(film.clips, cue === null ? 0 : (cue.from + cue.to) / 2)
  const { height, width } = film.size
  const canvas = useRef<HTMLCanvasElement>(null)
  const { place, size } = style
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    drawPreview(context, { frame, cue, style: { place, size } })
  }, [frame, cue, place, size])
  return (
    <figure className={classes.preview}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={t('subtitles.preview', { text: cue?.lines.join(' ') ?? '' })}
      />
      <figcaption className={classes.steps}>
        <IconButton
          icon={ChevronLeft}
          size="small"
          words={t('subtitles.previous')}
          disabled={index === 0}
          onClick={() => setChosen(index - 1)}
        />
        <span role="status">
          {cue === null
            ? t('subtitles.noCue')
            : t('subtitles.cueOf', { number: index + 1, total: cues.length, time: elapsedWords(cue.from * 1000) })}
        </span>
        <IconButton
          icon={ChevronRight}
          size="small"
          words={t('subtitles.next')}
          disabled={index >= cues.length - 1}
          onClick={() => setChosen(index + 1)}
        />
      </figcaption>
    </figure>
  )
}

/** Draws a frame, fitted into the picture, with its cue. */
function drawPreview(
  context: CanvasRenderingContext2D,
  { cue, frame, style }: { frame: ImageBitmap | null; cue: BurntCue | null; style: Subtitles['style'] },
): void {
  const { height, width } = context.canvas
  context.fillStyle = 'black'
  context.fillRect(0, 0, width, height)
  if (frame !== null) {
    const scale = Math.min(width / frame.width, height / frame.height)
    const [wide, high] = [frame.width * scale, frame.height * scale]
    context.drawImage(frame, (width - wide) / 2, (height - high) / 2, wide, high)
  }
  if (cue === null) return
  const layout = cueLayout({ width, height }, style)
  const picture = cuePicture(cue.lines, width, layout)
  context.drawImage(picture, 0, topOf(picture.height, height, layout, style.place))
}

/** Returns the frame at a time of the film; null until it is read, or if it cannot be played here. */
function useFrame(clips: readonly Clip[], time: number): ImageBitmap | null {
  const [frame, setFrame] = useState<ImageBitmap | null>(null)
  const { at, index } = placeAt(startsOf(clips), time)
  const url = clips[index]?.url ?? null
  useEffect(() => {
    if (url === null) return undefined
    let isCurrent = true
    const timer = setTimeout(async () => {
      const read = await bitmapAt(url, at).catch(() => null)
      if (isCurrent) setFrame(read)
      else read?.close()
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [url, at])
  return frame
}

async function bitmapAt(url: string, at: number): Promise<ImageBitmap> {
  return await createImageBitmap(await stillOf(url, { at: () => at, size: (size) => size, type: 'image/webp' }))
}
