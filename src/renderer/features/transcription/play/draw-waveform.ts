/** Width of a bar, and other measures from the design. */
export const barWidth = 4
export const barStep = 6

export interface WaveColours {
  readonly played: string
  readonly rest: string
}

/** Returns the number of bars that fit a width. */
export function barsIn(width: number): number {
  return Math.max(1, Math.floor((width + barStep - barWidth) / barStep))
}

/** Draws the bars; the played `share` (0 to 1) in the accent colour. */
export function drawWaveform(
  canvas: HTMLCanvasElement,
  columns: Uint8Array,
  share: number,
  colours: WaveColours,
): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const scale = window.devicePixelRatio || 1
  const width = canvas.clientWidth
  const height = canvas.clientHeight
  const wide = Math.round(width * scale)
  const high = Math.round(height * scale)
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  const total = columns.length * barStep - (barStep - barWidth)
  const left = (width - total) / 2
  const playedTo = left + total * share
  for (const [column, loudness] of columns.entries()) {
    const x = left + column * barStep
    const bar = 3 + (height - 3) * (loudness / 255)
    const paint = (colour: string, from: number, to: number) => {
      context.save()
      context.beginPath()
      context.rect(from, 0, to - from, height)
      context.clip()
      context.beginPath()
      context.roundRect(x, (height - bar) / 2, barWidth, bar, 2)
      context.fillStyle = colour
      context.fill()
      context.restore()
    }
    if (x + barWidth <= playedTo) paint(colours.played, x, x + barWidth)
    else if (x >= playedTo) paint(colours.rest, x, x + barWidth)
    else {
      paint(colours.played, x, playedTo)
      paint(colours.rest, playedTo, x + barWidth)
    }
  }
  context.fillStyle = colours.played
  context.fillRect(Math.min(width - 1.5, Math.max(0, playedTo - 0.75)), 0, 1.5, height)
}
