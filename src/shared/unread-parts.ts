import { z } from 'zod'

/**
 * Kinds of content that a file has but its text lacks.
 * - `objects`: embedded files of other programs, such as a workbook in a letter
 * - `attachments`: files attached to a mail or a PDF
 * - `recordings`: audio and video
 * - `pages`: pages without text, as in a scan
 * - `forms`: forms in a format that is not read (XFA)
 * - `locked`: parts that need a key
 * - `parts`: embedded texts that could not be read
 */
export const unreadKinds = [
  'pictures',
  'charts',
  'objects',
  'attachments',
  'recordings',
  'pages',
  'forms',
  'locked',
  'parts',
] as const
export type UnreadKind = (typeof unreadKinds)[number]

const countMax = 1_000_000

export const unreadPartsSchema = z
  .array(z.object({ kind: z.enum(unreadKinds), count: z.number().int().min(1).max(countMax) }).readonly())
  .max(unreadKinds.length)
  .readonly()
/** Number of unread parts of each kind, in the order of the kinds. */
export type UnreadParts = z.infer<typeof unreadPartsSchema>

/** Counts of some kinds. */
export type UnreadCounts = Readonly<Partial<Record<UnreadKind, number>>>

/** Adds the two counts. */
export function addUnread(counts: UnreadCounts, more: UnreadParts): UnreadCounts {
  const sum: { [kind in UnreadKind]?: number } = { ...counts }
  for (const { count, kind } of more) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

/** Returns the counts above zero as a value for `DocumentText`; nothing if everything was read. */
export function unreadOf(counts: UnreadCounts): { readonly unread?: UnreadParts } {
  const unread = unreadKinds.flatMap((kind) => {
    const count = Math.min(counts[kind] ?? 0, countMax)
    return count > 0 ? [{ kind, count }] : []
  })
  return unread.length === 0 ? {} : { unread }
}
