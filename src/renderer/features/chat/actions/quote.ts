import i18next from 'i18next'
import { lineText } from '../../../platform/line-text.ts'
import { showToast } from '../../../platform/toasts.ts'
import type { QuotedPlaces } from '../state/file-places.ts'
import { selectionInMessage } from '../state/message-selection.ts'
import { quoteAfter, quoteMax } from '../state/quoted-text.ts'
import { appendToComposer, composerText } from './drafts.ts'

/** Quotes the selection in a message at the end of the draft. Ctrl+Z undoes it. */
export function quoteSelection(): void {
  const found = selectionInMessage()
  if (found === null) {
    showToast(i18next.t('reading.quoteNothing'))
    return
  }
  document.getSelection()?.removeAllRanges()
  appendQuote(found.text)
}

/** Quotes a stretch of a file at the end of the draft, under its name and place. Ctrl+Z undoes it. */
export function quoteFile(name: string, text: string, places: QuotedPlaces | null): void {
  appendQuote(text, sourceOf(lineText(name), places))
}

function appendQuote(text: string, source?: string): void {
  appendToComposer(quoteAfter(composerText(), text, source))
  if (text.trim().length > quoteMax) showToast(i18next.t('reading.quoteCut', { count: quoteMax }))
}

function sourceOf(name: string, places: QuotedPlaces | null): string {
  if (places === null) return i18next.t('reading.quoteFrom.file', { name })
  const { first, last } = places
  const [from, to] = [lineText(first.name), lineText(last.name)]
  return first === last
    ? i18next.t(`reading.quoteFrom.${first.kind}`, { name, place: from })
    : i18next.t(`reading.quoteFrom.${first.kind}s`, { name, from, to })
}
