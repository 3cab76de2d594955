import { openLinkOf, readAppLink } from '../../shared/links/app-link.ts'
import type { RecentChat } from '../application.ts'

/** Longest title in a menu, in characters. */
const titleMax = 40

/** Controls, halves of surrogate pairs, and marks that change the direction of the text around them. */
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A title on one line, of bounded length, without characters that change how other items look. Empty for none. */
export function menuTitle(title: string): string {
  const line = title.slice(0, 1_000).replace(/\s/g, ' ').replace(unsafe, '').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length <= titleMax ? line : `${characters.slice(0, titleMax).join('').trimEnd()}…`
}

/** A title as a label: a single `&` would underline the letter behind it. */
export function menuLabel(title: string): string {
  return title.replaceAll('&', '&&')
}

/** A recent chat as menus show it. */
export interface RecentItem {
  readonly title: string
  readonly link: string
}

/** Recent chats as items of menus. One whose id no link can carry is left out. */
export function recentItems(chats: readonly RecentChat[], untitled: string): readonly RecentItem[] {
  return chats
    .map(({ id, title }) => ({ title: menuTitle(title) || untitled, link: openLinkOf({ kind: 'chat', id }) }))
    .filter(({ link }) => readAppLink(link).kind === 'open')
}
