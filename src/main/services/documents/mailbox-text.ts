import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { addUnread, type UnreadCounts, unreadOf } from '../../../shared/unread-parts.ts'
import type { DocumentText } from './document.ts'
import { mailText } from './mail-text.ts'

/** Maximum number of mails of a mailbox that are read. */
const mailsMax = 5_000
/** The line before each mail (RFC 4155). Programs write it with different dates. */
const start = /^From \S{1,320} .{0,30}\d{1,2}:\d{2}.{0,40}\d{4}/

/** Resolves to the mails of a mailbox (mbox), in order, each under its subject. */
export async function mailboxText(bytes: Uint8Array<ArrayBuffer>): Promise<DocumentText | FileProblem> {
  const mails = mailsOf(bytes)
  if (mails.length === 0) return 'damaged'
  if (mails.length > mailsMax) return 'too_large'
  const texts: string[] = []
  let counts: UnreadCounts = {}
  for (const mail of mails) {
    const read = seemsHeaded(mail) ? await mailText(mail) : 'damaged'
    if (typeof read === 'string') counts = addUnread(counts, [{ kind: 'parts', count: 1 }])
    else {
      texts.push(read.text)
      counts = addUnread(counts, read.unread ?? [])
    }
  }
  return texts.length === 0 ? 'damaged' : { text: texts.join('\n\n---\n\n'), pages: null, ...unreadOf(counts) }
}

/**
 * Returns true if a mail begins with a header or a second start line. The mail parser accepts any first lines as
 * headers.
 */
function seemsHeaded(mail: Uint8Array): boolean {
  const begin = Buffer.from(mail.subarray(0, 100)).toString('latin1')
  return /^\s{0,9}(?:>?From |[\w-]{1,76}\s{0,9}:)/.test(begin)
}

/** Returns true if bytes begin like a mailbox. */
export function isMailbox(bytes: Uint8Array): boolean {
  return start.test(Buffer.from(bytes.subarray(0, 600)).toString('latin1').trimStart())
}

/**
 * Returns the bytes of each mail, up to one more than are read. A line within a mail that looks like its start has a
 * `>` before it, which the program that wrote the file put there.
 */
function mailsOf(bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const starts: { readonly at: number; readonly body: number }[] = []
  const first = firstWord(source)
  // some programs write another first line, or none
  const isLed = source.subarray(first, first + 5).toString('latin1') === 'From '
  if (!isLed && first < source.length) starts.push({ at: first, body: first })
  for (let at = first; at >= 0 && at < source.length && starts.length <= mailsMax + 1; ) {
    const end = source.indexOf(10, at)
    const isFirst = at === first && isLed
    if (
      isFirst ||
      (isBlankBefore(source, at) &&
        start.test(source.toString('latin1', at, Math.min(end < 0 ? source.length : end, at + 600))))
    )
      starts.push({ at, body: end < 0 ? source.length : end + 1 })
    const next = source.indexOf('\nFrom ', Math.max(at, 0), 'latin1')
    at = next < 0 ? -1 : next + 1
  }
  return starts.map(({ body }, index) => {
    const end = starts[index + 1]?.at ?? source.length
    return new Uint8Array(source.subarray(body, end))
  })
}

/** Returns the offset of the first byte that is neither a space nor part of a byte order mark. */
function firstWord(source: Buffer): number {
  let at = source.subarray(0, 3).toString('latin1') === '\u00ef\u00bb\u00bf' ? 3 : 0
  while (at < source.length && [9, 10, 13, 32].includes(source[at] ?? 0)) at += 1
  return at
}

function isBlankBefore(source: Buffer, at: number): boolean {
  const before = source.toString('latin1', Math.max(0, at - 4), at)
  return before.endsWith('\n\n') || before.endsWith('\n\r\n')
}
