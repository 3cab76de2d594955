import type { Tool } from './editor-store.ts'

/** Facts about a key press that the decision needs. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** True if the canvas has the focus; otherwise arrow keys belong to a slider or field. */
  readonly onCanvas: boolean
}

export type KeyCommand =
  | { readonly do: 'tool'; readonly tool: Tool }
  | { readonly do: 'brush'; readonly steps: number }
  | { readonly do: 'pan'; readonly x: number; readonly y: number }
  | {
      readonly do:
        | 'undo'
        | 'redo'
        | 'invert'
        | 'fill'
        | 'clear'
        | 'zoomIn'
        | 'zoomOut'
        | 'fit'
        | 'pixels'
        | 'subtract'
        | 'preview'
        | 'numbers'
        | 'escape'
    }

const letters: Readonly<Record<string, KeyCommand>> = {
  b: { do: 'tool', tool: 'brush' },
  e: { do: 'tool', tool: 'eraser' },
  r: { do: 'tool', tool: 'rectangle' },
  l: { do: 'tool', tool: 'lasso' },
  h: { do: 'tool', tool: 'hand' },
  n: { do: 'numbers' },
  i: { do: 'invert' },
  a: { do: 'fill' },
  x: { do: 'subtract' },
  p: { do: 'preview' },
  delete: { do: 'clear' },
  backspace: { do: 'clear' },
  '+': { do: 'zoomIn' },
  '=': { do: 'zoomIn' },
  '-': { do: 'zoomOut' },
  '0': { do: 'fit' },
  '1': { do: 'pixels' },
  escape: { do: 'escape' },
}

/** Screen pixels that an arrow key pans; multiplied with Shift. */
const panStep = 40
const panMore = 5

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Returns the action of a key in the editor; null for none. */
export function keyCommand(press: KeyPress, mac: boolean): KeyCommand | null {
  const key = press.key.toLowerCase()
  const mod = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
  if (mod) {
    if (press.altKey) return null
    if (key === 'z') return { do: press.shiftKey ? 'redo' : 'undo' }
    return key === 'y' && !mac && !press.shiftKey ? { do: 'redo' } : null
  }
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  if (press.key === '[' || press.key === '{') return { do: 'brush', steps: press.key === '{' ? -4 : -1 }
  if (press.key === ']' || press.key === '}') return { do: 'brush', steps: press.key === '}' ? 4 : 1 }
  const arrow = arrows[press.key]
  if (arrow !== undefined) {
    const step = panStep * (press.shiftKey ? panMore : 1)
    return press.onCanvas ? { do: 'pan', x: arrow[0] * step, y: arrow[1] * step } : null
  }
  return letters[key] ?? null
}

/** Action of the wheel. */
export type WheelMeaning = 'brush' | 'zoom' | 'pan'

/**
 * Returns the meaning of the wheel: brush size over a brush, zoom with Ctrl or ⌘ (also a trackpad pinch), pan with
 * Shift or sideways.
 */
export function wheelMeaning(
  wheel: Pick<WheelEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'deltaX'>,
  tool: Tool,
): WheelMeaning {
  if (wheel.ctrlKey || wheel.metaKey) return 'zoom'
  if (wheel.shiftKey || wheel.deltaX !== 0) return 'pan'
  return tool === 'brush' || tool === 'eraser' ? 'brush' : 'zoom'
}
