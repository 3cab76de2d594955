import type { CueLayout } from './cue-layout.ts'

/** Fonts of the system for letters and Chinese characters; browsers add those for other scripts. */
const fonts = 'system-ui, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letter = /\p{L}/u

/** Returns the direction of a line: that of its first letter. */
export function directionOf(line: string): 'ltr' | 'rtl' {
  const first = letter.exec(line)
  return first !== null && rightToLeft.test(first[0]) ? 'rtl' : 'ltr'
}

/**
 * Draws the lines of a cue in white with a dark outline, centred in a transparent picture as wide as the film. A line
 * that is still too wide makes all lines smaller.
 */
export function cuePicture(lines: readonly string[], width: number, layout: CueLayout): OffscreenCanvas {
  const padding = Math.ceil(layout.outline)
  const canvas = new OffscreenCanvas(width, lines.length * layout.lineHeight + 2 * padding)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  const setFont = (size: number): void => {
    context.font = `600 ${size}px ${fonts}`
  }
  setFont(layout.fontSize)
  const widest = Math.max(1, ...lines.map((line) => context.measureText(line).width))
  const scale = Math.min(1, layout.lineWidth / widest)
  setFont(layout.fontSize * scale)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 2 * layout.outline * scale
  context.strokeStyle = 'rgb(0 0 0 / 85%)'
  context.fillStyle = 'white'
  for (const [index, line] of lines.entries()) {
    const y = padding + (index + 0.5) * layout.lineHeight
    context.direction = directionOf(line)
    context.strokeText(line, width / 2, y)
    context.fillText(line, width / 2, y)
  }
  return canvas
}
