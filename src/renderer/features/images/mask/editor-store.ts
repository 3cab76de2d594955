import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { firstBrushSize } from './brush-size.ts'
import type { Point, Rect, Size } from './geometry.ts'
import { MaskEngine } from './mask-engine.ts'
import type { MaskRule } from './mask-rules.ts'
import type { Raster } from './raster.ts'
import type { View } from './view-transform.ts'

export const tools = ['brush', 'eraser', 'rectangle', 'lasso', 'hand'] as const
export type Tool = (typeof tools)[number]

/** Note about a recent event. */
export type Notice =
  | { readonly kind: 'loaded'; readonly rule: MaskRule; readonly from: Size | null }
  | { readonly kind: 'refitted'; readonly from: Size }
  | { readonly kind: 'saved' }

/** An error, and how to try again. */
export interface Trouble {
  readonly error: AppError
  readonly what: 'keep' | 'load' | 'hand' | 'discard'
}

export interface EditorState {
  readonly tool: Tool
  /** True if rectangle and lasso subtract instead of add. */
  readonly subtract: boolean
  /** Brush width in picture pixels. */
  readonly brush: number
  /** Position of the picture in the frame; null until the frame's size is known. */
  readonly view: View | null
  /** Size of the frame, in screen pixels. */
  readonly frame: Size
  /** True if the picture stays fitted when the frame's size changes. */
  readonly fits: boolean
  readonly preview: boolean
  readonly marked: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Id of the current pixels; see MaskEngine.state. */
  readonly pixels: number
  /** Id of the pixels stored in main. */
  readonly kept: number
  readonly keeping: boolean
  /** True if a requested save is running; nothing else can be done meanwhile. */
  readonly busy: boolean
  readonly asking: boolean
  readonly trouble: Trouble | null
  readonly notice: Notice | null
  readonly numbersOpen: boolean
}

/** Functions of the canvas, while it is mounted. */
interface CanvasHooks {
  /** Undoes the stroke in progress; false without one. */
  abandonStroke: () => boolean
  /** True if a stroke is in progress; a shape marks pixels only at its end. */
  isDrawing: () => boolean
  focusCanvas: () => void
  /** Called when part of the mask looks different. */
  pixels: (rect: Rect) => void
}

/** The parts of an open editor. */
export interface EditorSession {
  readonly source: MediaItem
  readonly picture: ImageBitmap
  readonly engine: MaskEngine
  readonly store: StoreApi<EditorState>
  readonly hooks: CanvasHooks
  /** Last pointer position in the frame; null outside. */
  readonly pointer: { at: Point | null }
}

export function openSession(source: MediaItem, picture: ImageBitmap, start: Raster | null): EditorSession {
  const hooks: CanvasHooks = {
    abandonStroke: () => false,
    isDrawing: () => false,
    focusCanvas: () => {},
    pixels: () => {},
  }
  const engine = new MaskEngine(picture, start, (rect) => hooks.pixels(rect))
  const store = createStore<EditorState>(() => ({
    tool: 'brush',
    subtract: false,
    brush: firstBrushSize(picture),
    view: null,
    frame: { width: 0, height: 0 },
    fits: true,
    preview: false,
    marked: engine.marked,
    canUndo: false,
    canRedo: false,
    pixels: engine.state,
    kept: engine.state,
    keeping: false,
    busy: false,
    asking: false,
    trouble: null,
    notice: null,
    numbersOpen: false,
  }))
  return { source, picture, engine, store, hooks, pointer: { at: null } }
}

export const SessionContext = createContext<EditorSession | null>(null)

export function useSession(): EditorSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('a part of the mask editor was used outside of it')
  return session
}

export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useSession().store, select)
}
