import type { UnreadKind, UnreadParts } from '../../../shared/unread-parts.ts'

/** Singular and plural of each kind, for the model. */
const words: Readonly<Record<UnreadKind, readonly [one: string, several: string]>> = {
  pictures: ['picture', 'pictures'],
  charts: ['chart', 'charts'],
  objects: ['embedded object', 'embedded objects'],
  attachments: ['attached file', 'attached files'],
  recordings: ['recording', 'recordings'],
  pages: ['page without text', 'pages without text'],
  forms: ['form', 'forms'],
  locked: ['encrypted part', 'encrypted parts'],
  parts: ['embedded text', 'embedded texts'],
}

/** Returns a sentence for the model about a file's unread parts, in English; empty if everything was read. */
export function unreadWords(unread: UnreadParts = []): string {
  if (unread.length === 0) return ''
  const counted = unread.map(({ count, kind }) => `${count} ${words[kind][count === 1 ? 0 : 1]}`)
  const last = counted.pop()
  return `Not read: ${counted.length === 0 ? '' : `${counted.join(', ')} and `}${last}.`
}
