import { z } from 'zod'

/**
 * Kinds of content that a file holds and its text does not.
 * - `objects`: embedded files of other programs, such as a workbook in a letter
 * - `attachments`: files that go along with a mail or a PDF
 * - `recordings`: sound and films
 * - `pages`: pages without text, as in a scan
 * - `forms`: forms in a format that is not read (XFA)
 * - `locked`: parts that need a key
 * - `parts`: texts inside that could not be read
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
/** How much of each kind was not read, in the order of the kinds. */
export type UnreadParts = z.infer<typeof unreadPartsSchema>

/** Counts of some kinds. */
export type UnreadCounts = Readonly<Partial<Record<UnreadKind, number>>>

/** Returns the counts of both. */
export function addUnread(counts: UnreadCounts, more: UnreadParts): UnreadCounts {
  const sum: { [kind in UnreadKind]?: number } = { ...counts }
  for (const { count, kind } of more) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

/** Returns the counts above zero as a value for `DocumentText`; nothing where all was read. */
export function unreadOf(counts: UnreadCounts): { readonly unread?: UnreadParts } {
  const unread = unreadKinds.flatMap((kind) => {
    const count = Math.min(counts[kind] ?? 0, countMax)
    return count > 0 ? [{ kind, count }] : []
  })
  return unread.length === 0 ? {} : { unread }
}
