import type { Rectangle } from 'electron'
import { z } from 'zod'

export const smallest = { width: 880, height: 560 } as const
export const usual = { width: 1280, height: 800 } as const
/** How much of the window's top edge must be on a display to be grabbed, in px. */
const grip = { width: 120, height: 24 } as const

const savedSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
})

export type SavedBounds = z.infer<typeof savedSchema>

export interface OpeningBounds {
  readonly width: number
  readonly height: number
  /** Null lets the system centre the window. */
  readonly position: { readonly x: number; readonly y: number } | null
  readonly maximized: boolean
}

/** Window bounds at the start: as they were left, moved onto a display that exists now. */
export function openingBounds(saved: unknown, workAreas: readonly Rectangle[]): OpeningBounds {
  const parsed = savedSchema.safeParse(saved)
  if (!parsed.success) return { ...usual, position: null, maximized: false }
  const { x, y, maximized } = parsed.data
  const area = workAreas.find((candidate) => holdsGrip(candidate, parsed.data))
  if (area === undefined) return { ...clampSize(parsed.data, workAreas[0]), position: null, maximized }
  return { ...clampSize(parsed.data, area), position: { x, y }, maximized }
}

function holdsGrip(area: Rectangle, window: SavedBounds): boolean {
  const across = Math.min(area.x + area.width, window.x + window.width) - Math.max(area.x, window.x)
  return across >= grip.width && window.y >= area.y && window.y + grip.height <= area.y + area.height
}

function clampSize(
  size: { width: number; height: number },
  area: Rectangle | undefined,
): { width: number; height: number } {
  return {
    width: Math.max(smallest.width, Math.min(size.width, area?.width ?? size.width)),
    height: Math.max(smallest.height, Math.min(size.height, area?.height ?? size.height)),
  }
}
