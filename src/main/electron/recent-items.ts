import { openLinkOf, readAppLink } from '../../shared/links/app-link.ts'
import type { RecentChat } from '../application.ts'

/** Longest title in a menu, in characters. */
const titleMax = 40

/** Controls, halves of surrogate pairs, and marks that change the direction of the text around them. */
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns a title on one line, of bounded length, without characters that affect the display of other items. Empty if
 * there is no title.
 */
export function menuTitle(title: string): string {
  const line = title.slice(0, 1_000).replace(/\s/g, ' ').replace(unsafe, '').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length <= titleMax ? line : `${characters.slice(0, titleMax).join('').trimEnd()}…`
}

/** Returns a title as a label: a single `&` would underline the letter after it. */
export function menuLabel(title: string): string {
  return title.replaceAll('&', '&&')
}

/** A recent chat as menus show it. */
export interface RecentItem {
  readonly title: string
  readonly link: string
}

/** Returns recent chats as menu items. Leaves out chats whose id does not fit a link. */
export function recentItems(chats: readonly RecentChat[], untitled: string): readonly RecentItem[] {
  return chats
    .map(({ id, title }) => ({ title: menuTitle(title) || untitled, link: openLinkOf({ kind: 'chat', id }) }))
    .filter(({ link }) => readAppLink(link).kind === 'open')
}
