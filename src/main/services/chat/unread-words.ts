import type { UnreadKind, UnreadParts } from '../../../shared/unread-parts.ts'

/** One and several of each kind, as a model is told. */
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

/** A sentence about what a file holds beside its text; empty where all was read. In English, as all that leads a file in. */
export function unreadWords(unread: UnreadParts = []): string {
  if (unread.length === 0) return ''
  const counted = unread.map(({ count, kind }) => `${count} ${words[kind][count === 1 ? 0 : 1]}`)
  const last = counted.pop()
  return `Not read: ${counted.length === 0 ? '' : `${counted.join(', ')} and `}${last}.`
}
