import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { unreadOf } from '../../../shared/unread-parts.ts'
import type { DocumentText } from './document.ts'
import { htmlText } from './html-text.ts'

/** Bounds for foreign mail: depth of its parts, mails within mails, and bytes of all headers. */
const bounds = { maxNestingDepth: 64, maxRfc822NestingDepth: 3, maxHeadersSize: 256 * 1024 }
/** Maximum number of attachments that are named, and maximum length of a name. */
const namesMax = 100
const nameMax = 200
const styles = /^(?:text\/(?:css|javascript)|application\/(?:(?:x-)?javascript|(?:x-)?font)|font\/)/
/** Types of mails whose content needs a key. */
const locked = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime', 'application/pgp-encrypted'])

export interface MailText extends DocumentText {
  /** The text without headers and attachments. */
  readonly body: string
}

/**
 * Resolves to the text of a mail or a page saved as one (MHTML): its headers, its text, and the names of its
 * attachments.
 */
export async function mailText(bytes: Uint8Array<ArrayBuffer>): Promise<MailText | FileProblem> {
  const mail = await PostalMime.parse(bytes, bounds).catch(() => null)
  if (mail === null || mail.headers.length === 0) return 'damaged'
  const body = bodyOf(mail)
  const heads = [
    ['From', addresses([mail.from ?? []].flat())],
    ['To', addresses(mail.to ?? [])],
    ['Cc', addresses(mail.cc ?? [])],
    ['Date', mail.headers.find(({ key }) => key === 'date')?.value ?? ''],
  ] as const
  // a page that a browser saved as a mail has no sender
  const isPage = /^saved by /i.test(mail.from?.name ?? '') && (mail.from?.address ?? '') === ''
  const known = heads.flatMap(([name, value]) =>
    value === '' || (isPage && name === 'From') ? [] : [`${name}: ${oneLine(value)}`],
  )
  const pictures = mail.attachments.filter(({ disposition, mimeType }) => isInlinePicture(mimeType, disposition))
  const files = mail.attachments.filter((one) => !isInlinePicture(one.mimeType, one.disposition) && !isStyle(one))
  const names = files
    .slice(0, namesMax)
    .map(({ filename, mimeType }) => oneLine(filename ?? mimeType).slice(0, nameMax))
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : ''
  const subject = oneLine(mail.subject ?? '')
  const blocks = [
    subject === '' ? '' : `# ${subject}`,
    known.join('\n'),
    body,
    names.length === 0 ? '' : `Attachments, not read: ${names.join(', ')}${more}`,
  ]
  const counts = {
    pictures: pictures.length,
    attachments: files.length,
    locked: files.filter(({ mimeType }) => locked.has(mimeType)).length,
  }
  return { text: blocks.filter((block) => block !== '').join('\n\n'), body, pages: null, ...unreadOf(counts) }
}

/** Returns the text of a mail. Some put only a hint into their plain form, so a far longer page is preferred. */
function bodyOf({ html, text }: Email): string {
  const plain = (text ?? '').replace(/\r\n?/g, '\n').trim()
  const page = html === undefined ? '' : htmlText(html).trim()
  return plain === '' || page.length > plain.length * 3 + 200 ? page : plain
}

/** Returns true for a part of a page's layout: style sheets, scripts and fonts, which have no names of their own. */
function isStyle({ disposition, filename, mimeType }: Attachment): boolean {
  return filename === null && disposition !== 'attachment' && styles.test(mimeType)
}

function isInlinePicture(mimeType: string, disposition: string | null): boolean {
  return mimeType.startsWith('image/') && disposition !== 'attachment'
}

function addresses(found: readonly Address[]): string {
  return found
    .map(({ address, group, name }) => {
      if (group !== undefined) return `${name}: ${addresses(group)}`
      if (address === '') return name
      return name === '' || name === address ? (address ?? '') : `${name} <${address}>`
    })
    .filter((one) => one !== '')
    .join(', ')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
