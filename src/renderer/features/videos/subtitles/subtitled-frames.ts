import { VideoSample } from 'mediabunny'
import type { BurntCue } from '../../../../shared/burnt-cue.ts'
import { type CueLayout, cueLayout, type SubtitleStyle, topOf } from './cue-layout.ts'
import { cuePicture } from './cue-picture.ts'
import { frameParts } from './cue-times.ts'

/** Cues of a film in order, in seconds from its beginning, and their looks. */
export interface Subtitles {
  readonly cues: readonly BurntCue[]
  readonly style: SubtitleStyle
}

/** Draws cues on the frames of a film. */
export class SubtitledFrames {
  private readonly subtitles: Subtitles
  private readonly layout: CueLayout
  private readonly canvas: OffscreenCanvas
  private readonly context: OffscreenCanvasRenderingContext2D
  /** The last drawn cue. It is drawn once for all of its frames. */
  private drawn: { readonly cue: BurntCue; readonly picture: OffscreenCanvas } | null = null

  /** `width` and `height` are those of the film, in pixels. */
  constructor(subtitles: Subtitles, width: number, height: number) {
    this.subtitles = subtitles
    this.layout = cueLayout({ width, height }, subtitles.style)
    this.canvas = new OffscreenCanvas(width, height)
    const context = this.canvas.getContext('2d', { alpha: false })
    if (context === null) throw new Error('no canvas')
    this.context = context
  }

  /**
   * Returns a frame with its cue; several if cues begin or end within it. Frames without a cue are drawn too, so that
   * all have the same colours. The caller closes the frames.
   */
  readonly withCues = (frame: VideoSample): VideoSample[] => {
    const { timestamp: time, duration } = frame
    return frameParts(this.subtitles.cues, { time, duration }).map((part) => {
      const { height, width } = this.canvas
      frame.draw(this.context, 0, 0, width, height)
      if (part.cue !== null) {
        const picture = this.pictureOf(part.cue)
        this.context.drawImage(picture, 0, topOf(picture.height, height, this.layout, this.subtitles.style.place))
      }
      return new VideoSample(this.canvas, { timestamp: part.time, duration: part.duration })
    })
  }

  private pictureOf(cue: BurntCue): OffscreenCanvas {
    if (this.drawn?.cue !== cue) this.drawn = { cue, picture: cuePicture(cue.lines, this.canvas.width, this.layout) }
    return this.drawn.picture
  }
}
