import type { UnreadCounts } from '../../../shared/unread-parts.ts'
import { walkXml } from '../../xml-walk.ts'
import { textParts } from './office-parts.ts'
import type { PackageLink } from './package-links.ts'

/** Counts the non-text content that slides link to: each file once, however many slides show it. */
export function slideContent(links: readonly PackageLink[]): UnreadCounts {
  const count = (...kinds: readonly string[]): number =>
    new Set(links.filter(({ kind }) => kinds.includes(kind)).map(({ part }) => part)).size
  const objects = count('oleObject', 'package')
  // each object has a picture that shows it
  const pictures = Math.max(0, count('image') - objects)
  return { pictures, charts: count('chart', 'chartEx'), objects, recordings: count('video', 'audio', 'media') }
}

/** Returns the comments of a slide, each on one line. Damaged ones are left out. */
export function slideComments(bytes: Uint8Array, links: readonly PackageLink[]): readonly string[] {
  const names = links.filter(({ kind }) => kind === 'comments').map(({ part }) => part)
  const parts = names.length === 0 ? new Map<string, string>() : textParts(bytes, names)
  return typeof parts === 'string' ? [] : [...parts.values()].flatMap(commentsIn)
}

/** Comments and replies: older programs write `p:text`, newer ones paragraphs. */
function commentsIn(xml: string): readonly string[] {
  const comments: string[] = []
  let said = ''
  let isText = false
  const end = (): void => {
    const text = said.replace(/\s+/g, ' ').trim()
    if (text !== '') comments.push(`Comment: ${text}`)
    said = ''
  }
  walkXml(xml, {
    open: (name) => {
      if (name === 'p:text' || name === 'a:t') isText = true
    },
    close: (name) => {
      if (name === 'p:text' || name === 'a:t') isText = false
      if (name === 'a:p') said += ' '
      if (name === 'p:cm' || /:(?:txBody|reply)$/.test(name)) end()
    },
    text: (text) => {
      if (isText) said += text
    },
  })
  return comments
}
