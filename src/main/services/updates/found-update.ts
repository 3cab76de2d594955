import { z } from 'zod'
import { fail } from '../../../shared/errors.ts'
import type { UpdateOffer } from '../../../shared/updates.ts'
import { isVersion } from '../../../shared/versions.ts'
import { htmlText } from '../documents/index.ts'

/** Maximum number of UTF-16 units of release notes. */
const notesMax = 20_000
/** Largest download, in bytes. */
export const updateBytesMax = 1024 ** 3

const sizeSchema = z.number().int().min(1).max(updateBytesMax).nullable().catch(null)
const foundSchema = z.object({
  version: z.string().refine(isVersion),
  releaseNotes: z
    .union([
      z.string(),
      z
        .array(z.object({ note: z.string().nullable() }))
        .transform((all) => all.map(({ note }) => note ?? '').join('\n\n')),
    ])
    .catch(''),
  files: z
    .array(z.object({ size: sizeSchema }))
    .max(50)
    .catch([]),
})

/** Reads a feed's entry about a version. Its content is untrusted. Throws an AppFailure `update_not_understood`. */
export function offerOf(info: unknown): UpdateOffer {
  const { data } = foundSchema.safeParse(info)
  if (data === undefined) fail('update_not_understood', 'the feed names no version')
  return { version: data.version, notes: notesOf(data.releaseNotes), bytes: data.files[0]?.size ?? null }
}

/** Returns notes as plain text. GitHub's list of releases, which is read if a feed has no notes, has them as HTML. */
function notesOf(text: string): string {
  const start = text.slice(0, 5 * notesMax)
  return plain(/^\s*<(?:p|h[1-6]|ul|ol|div|pre|blockquote)[\s>]/i.test(start) ? htmlText(start) : start)
}

/** Returns text without control characters and direction marks. */
function plain(text: string): string {
  return text
    .slice(0, notesMax)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
}
