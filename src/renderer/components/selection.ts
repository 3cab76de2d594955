/** Which images are marked, and where a range begins. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | null
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null }

/** Marks an image, or takes its mark away; the next range begins there. */
export function toggled(selection: Selection, imageId: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(imageId)) ids.add(imageId)
  return { ids, anchor: imageId }
}

/** Marks a range as well; it goes on from where it began. */
export function extended(selection: Selection, range: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** The places from one to another, in either direction, both included. */
export function placesBetween(a: number, b: number): readonly number[] {
  const from = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, offset) => from + offset)
}

/** Marks exactly these. */
export function selected(imageIds: readonly string[]): Selection {
  return { ids: new Set(imageIds), anchor: imageIds[0] ?? null }
}

/** Forgets the marks of images that are gone. */
export function without(selection: Selection, imageIds: readonly string[]): Selection {
  const ids = new Set(selection.ids)
  for (const id of imageIds) ids.delete(id)
  const anchor = selection.anchor !== null && ids.has(selection.anchor) ? selection.anchor : null
  return { ids, anchor }
}
