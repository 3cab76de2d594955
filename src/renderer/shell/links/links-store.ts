import { create } from 'zustand'
import { type AppLink, isAppLink, readAppLink } from '../../../shared/links/app-link.ts'
import { readPasted } from '../../../shared/links/pasted-offer.ts'
import { call } from '../../platform/bridge/client.ts'
import { type ArrivedFile, openItem } from '../../platform/feature.ts'

/** Content of the link dialog: a field for a link, or the question about one. */
export type LinkQuestion =
  | { readonly kind: 'ask' }
  | Exclude<AppLink, { readonly kind: 'open' }>
  | { readonly kind: 'missing'; readonly isInBin: boolean }
  | { readonly kind: 'files'; readonly files: readonly ArrivedFile[] }

/** Open questions; the first is shown. A link's key is in it only until the question is answered. */
export const useLinks = create<{ readonly questions: readonly (LinkQuestion & { readonly id: string })[] }>(() => ({
  questions: [],
}))

/** Shows a field for a link. */
export function askForLink(): void {
  ask({ kind: 'ask' })
}

/** Asks about files that were opened with Atelier. */
export function askAboutFiles(files: readonly ArrivedFile[]): void {
  if (files.length > 0) ask({ kind: 'files', files })
}

/** Closes the question that is shown. */
export function closeQuestion(): void {
  useLinks.setState(({ questions }) => ({ questions: questions.slice(1) }))
}

/**
 * Follows an Atelier link. For a connection, only a question is shown; an item is opened, or reported as missing.
 * Resolves to whether an item was opened.
 */
export async function followLink(text: string | null): Promise<boolean> {
  const link: AppLink = text === null ? { kind: 'refused', problem: 'too_long' } : readAppLink(text)
  if (link.kind !== 'open') {
    ask(link)
    return false
  }
  const { key } = link
  const found = await call('history.item', { key })
  if (found.ok && found.value !== null && found.value.deletedAt === null) {
    openItem({ key, partId: null, search: null })
    return true
  }
  ask({ kind: 'missing', isInBin: found.ok && found.value !== null })
  return false
}

/** Follows a typed or pasted text, replacing the shown question; resolves to `unknown` if it is not recognised. */
export async function followTyped(text: string): Promise<'opened' | 'asked' | 'unknown'> {
  if (isAppLink(text)) {
    closeQuestion()
    return (await followLink(text)) ? 'opened' : 'asked'
  }
  const read = readPasted(text)
  if (read === null) return 'unknown'
  closeQuestion()
  ask(read.ok ? { kind: 'connect', offer: read.offer } : { kind: 'refused', problem: read.problem })
  return 'asked'
}

function ask(question: LinkQuestion): void {
  useLinks.setState(({ questions }) => ({ questions: [...questions, { ...question, id: crypto.randomUUID() }] }))
}
