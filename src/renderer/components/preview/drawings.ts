import { drawnTextMax, type PreviewDocument, previewBases } from '../../../shared/preview-limits.ts'
import { appState } from '../../platform/app-store.ts'
import { type Drawing, DrawingFrames, type DrawingRequest } from './drawing-frames.ts'

/**
 * True if a sandboxed frame has a process of its own, as in Chromium (docs/previews.md). Elsewhere a text that never ends
 * would stop the page, so nothing is drawn unasked.
 */
export const mayDraw = 'userAgentData' in navigator

/** Maximum total length of kept data URLs, in UTF-16 units. */
const keptMax = 24_000_000

const documents: Readonly<Record<DrawingRequest['kind'], PreviewDocument>> = {
  svg: 'drawn-picture',
  diagram: 'drawn-diagram',
}
const frames = new DrawingFrames((kind) => `${previewBases[appState().info.shell]}${documents[kind]}`)
/**
 * Drawings by their request, the least recently used first, so that they are available when a message is scrolled back
 * into view.
 */
const kept = new Map<string, Drawing>()
let keptLength = 0

/** Returns an existing drawing, or the fact that a text is too long to be drawn. */
export function keptDrawing(request: DrawingRequest): Drawing | null {
  if (request.text.length > drawnTextMax) return { ok: false, reason: '' }
  const key = JSON.stringify(request)
  const drawing = kept.get(key)
  if (drawing === undefined) return null
  kept.delete(key)
  kept.set(key, drawing)
  return drawing
}

/** Resolves to the drawing of a text; an existing one is reused. */
export async function draw(request: DrawingRequest): Promise<Drawing> {
  const before = keptDrawing(request)
  if (before !== null) return before
  const drawing = await frames.draw(request)
  if (drawing === null) return { ok: false, reason: '' }
  keep(JSON.stringify(request), drawing)
  return drawing
}

function keep(key: string, drawing: Drawing): void {
  if (kept.has(key)) return
  kept.set(key, drawing)
  keptLength += lengthOf(key, drawing)
  for (const [other, old] of kept) {
    if (keptLength <= keptMax) break
    kept.delete(other)
    keptLength -= lengthOf(other, old)
  }
}

function lengthOf(key: string, drawing: Drawing): number {
  return key.length + (drawing.ok ? drawing.url.length : 0)
}
