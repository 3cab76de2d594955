/** Sizes of burnt-in subtitles. */
export type SubtitleSize = 'small' | 'medium' | 'large'
/** The edge of the picture at which they are drawn. */
export type SubtitlePlace = 'bottom' | 'top'

export interface SubtitleStyle {
  readonly size: SubtitleSize
  readonly place: SubtitlePlace
}

interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Height of the letters as a share of the picture's shorter side, which is the height of a landscape. */
const shares: Readonly<Record<SubtitleSize, number>> = { small: 0.045, medium: 0.055, large: 0.07 }
/** Margins as shares of the width and the height, which televisions never cut off. */
const [sideMargin, edgeMargin] = [0.05, 0.06]
/** Distance of two baselines, and width of the outline around the letters, as multiples of their size. */
const [lineShare, outlineShare] = [1.3, 0.14]
/** Bounds of a line in half-width characters, as main accepts them. */
const [roomMin, roomMax] = [10, 200]

/** Measures of the subtitles of a film, in pixels. */
export interface CueLayout {
  readonly fontSize: number
  readonly lineHeight: number
  /** Width of the outline on each side of a letter. */
  readonly outline: number
  /** Widest line. */
  readonly lineWidth: number
  /** Distance of the lines from the edge. */
  readonly margin: number
}

/** Returns the measures of subtitles for the size of a picture. */
export function cueLayout({ height, width }: PictureSize, { size }: Pick<SubtitleStyle, 'size'>): CueLayout {
  const fontSize = Math.max(8, Math.round(Math.min(width, height) * shares[size]))
  return {
    fontSize,
    lineHeight: Math.round(fontSize * lineShare),
    outline: Math.max(1, fontSize * outlineShare),
    lineWidth: Math.floor(width * (1 - 2 * sideMargin)),
    margin: Math.round(height * edgeMargin),
  }
}

/** Returns the number of half-width characters that fit into a line. */
export function roomOf({ fontSize, lineWidth }: CueLayout): number {
  return Math.min(roomMax, Math.max(roomMin, Math.floor((2 * lineWidth) / fontSize)))
}

/** Returns the top of a cue of so many pixels, in the picture. */
export function topOf(cueHeight: number, height: number, layout: CueLayout, place: SubtitlePlace): number {
  return place === 'top' ? layout.margin : Math.max(0, height - layout.margin - cueHeight)
}
