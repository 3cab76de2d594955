import type { Display, Rectangle } from 'electron'
import { z } from 'zod'

export const smallest = { width: 880, height: 560 } as const
export const usual = { width: 1280, height: 800 } as const
/** How much of the window's top edge must be on a display to be grabbed, in px. */
const grip = { width: 120, height: 24 } as const
/** Maximum number of sets of displays whose bounds are stored; the least recently used one is dropped first. */
export const setsMax = 8

const savedSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
})

export type SavedBounds = z.infer<typeof savedSchema>

/** The properties of a display that affect bounds. */
export type KnownDisplay = Pick<Display, 'bounds' | 'workArea'>

const setsSchema = z.object({ sets: z.array(z.object({ displays: z.string().max(2_000), bounds: savedSchema })) })

/** The bounds for each set of displays, most recently used first. */
export interface BoundsBySet {
  readonly sets: readonly { readonly displays: string; readonly bounds: SavedBounds }[]
}

export interface OpeningBounds {
  readonly width: number
  readonly height: number
  /** Position of the window; null lets the system centre it. */
  readonly position: { readonly x: number; readonly y: number } | null
  readonly maximized: boolean
}

/**
 * Returns a key for a set of displays, by their positions and sizes. Display ids are left out: they differ after a
 * restart on some systems, and bounds fit any displays with the same layout.
 */
export function displaysKey(displays: readonly KnownDisplay[]): string {
  return displays
    .map(({ bounds: { height, width, x, y } }) => `${x},${y},${width},${height}`)
    .toSorted()
    .slice(0, 40)
    .join(' ')
}

/** Reads the stored value; earlier versions stored only the bounds of one set. */
function readSets(saved: unknown): BoundsBySet {
  const parsed = setsSchema.safeParse(saved)
  if (parsed.success) return parsed.data
  const old = savedSchema.safeParse(saved)
  return { sets: old.success ? [{ displays: '', bounds: old.data }] : [] }
}

/** Returns the value to store once the window has these bounds on these displays. */
export function withBounds(saved: unknown, displays: readonly KnownDisplay[], bounds: SavedBounds): BoundsBySet {
  const key = displaysKey(displays)
  const others = readSets(saved).sets.filter((set) => set.displays !== key && set.displays !== '')
  return { sets: [{ displays: key, bounds }, ...others].slice(0, setsMax) }
}

/**
 * Returns the window bounds at the start: the last ones on these displays, else the last ones on any, moved onto a
 * current display.
 */
export function openingBounds(saved: unknown, displays: readonly KnownDisplay[]): OpeningBounds {
  const { sets } = readSets(saved)
  const key = displaysKey(displays)
  const found = sets.find((set) => set.displays === key) ?? sets[0]
  if (found === undefined) return { ...usual, position: null, maximized: false }
  const { x, y, maximized } = found.bounds
  const workAreas = displays.map(({ workArea }) => workArea)
  const area = workAreas.find((candidate) => holdsGrip(candidate, found.bounds))
  if (area === undefined) return { ...clampSize(found.bounds, workAreas[0]), position: null, maximized }
  const size = clampSize(found.bounds, area)
  // a window that must shrink could leave the display
  return { ...size, position: holdsGrip(area, { x, y, ...size }) ? { x, y } : null, maximized }
}

/**
 * Returns the window bounds after the displays changed: the last ones on these displays, else moved onto a current one.
 * Null leaves the window where it is.
 */
export function boundsAfterChange(
  saved: unknown,
  displays: readonly KnownDisplay[],
  current: Rectangle,
): Rectangle | null {
  const key = displaysKey(displays)
  const known = readSets(saved).sets.some((set) => set.displays === key)
  if (known) {
    const { height, position, width } = openingBounds(saved, displays)
    if (position !== null) return { ...position, width, height }
  }
  const [first] = displays
  if (first === undefined || displays.some(({ workArea }) => holdsGrip(workArea, current))) return null
  const size = clampSize(current, first.workArea)
  const { height, width, x, y } = first.workArea
  return {
    ...size,
    x: x + Math.max(0, Math.round((width - size.width) / 2)),
    y: y + Math.max(0, Math.round((height - size.height) / 2)),
  }
}

function holdsGrip(area: Rectangle, window: Rectangle): boolean {
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
