import { readQuery } from '../../../shared/history-query.ts'
import { nothingSelected } from '../../components/lists/selection.ts'
import { call } from '../../platform/bridge/client.ts'
import { openItem } from '../../platform/feature.ts'
import { showPanel } from '../../platform/navigation.ts'
import { dispatchSearch, history, useHistory } from './history-store.ts'
import { openListed } from './item-actions.ts'
import { isBusy, type Stop, stopsOf } from './search.ts'

/** How long the typing pauses before it is searched for, in ms. */
const pauseMs = 40
/** Found items of one answer. */
const pageSize = 40
const pageMax = 200
/** How soon a search is asked again while older texts are taken in, in ms. */
const againMs = 1_500

let pause: ReturnType<typeof setTimeout> | null = null
let again: ReturnType<typeof setTimeout> | null = null
let asking = false
let askAgain = false
let openWhenFound = false

/** Something was typed: searches for it as soon as the typing pauses for a moment. */
export function typeSearch(typed: string): void {
  useHistory.setState({ typed })
  openWhenFound = false
  if (pause !== null) clearTimeout(pause)
  if (typed.trim() === history().search.asked) return
  if (typed.trim() === '') {
    ask('')
    return
  }
  pause = setTimeout(() => ask(typed.trim()), pauseMs)
}

function ask(text: string): void {
  pause = null
  // what is marked is of the list that was shown
  if (text !== history().search.asked) useHistory.setState({ selecting: false, selection: nothingSelected })
  dispatchSearch({ type: 'asked', text })
  void run()
}

/** Asks the same again: something changed, or the filter did. */
export function searchAgain(): void {
  const { asked } = history().search
  if (asked !== '') ask(asked)
}

/** One question is out at a time: those that were overtaken while they waited are never asked. */
async function run(): Promise<void> {
  askAgain = true
  if (asking) return
  asking = true
  while (askAgain) {
    askAgain = false
    const { search, filter } = history()
    if (search.asked === '') continue
    const { serial, asked, text, items } = search
    // what was read on already is read again, so that the list does not become shorter
    const limit = text === asked ? Math.min(pageMax, Math.max(pageSize, items.length)) : pageSize
    const answer = await call('history.search', { text: asked, filter, limit, next: null })
    if (answer.ok) dispatchSearch({ type: 'answered', serial, answer: answer.value })
    else dispatchSearch({ type: 'failed', serial, error: answer.error })
  }
  asking = false
  watchIndex()
  if (openWhenFound) openAt(history().search.at)
}

/** While older texts are taken in, there may be more to find in a moment. */
function watchIndex(): void {
  if (again !== null) clearTimeout(again)
  again = null
  const { indexed, asked } = history().search
  if (indexed < 1 && asked !== '') again = setTimeout(searchAgain, againMs)
}

let readingMore = false

/** Goes on where the last answer ended. */
export async function searchOn(): Promise<void> {
  const { search, filter } = history()
  const { next, serial, text, asked } = search
  if (next === null || readingMore || text !== asked) return
  readingMore = true
  const answer = await call('history.search', { text, filter, limit: pageSize, next })
  readingMore = false
  if (answer.ok) dispatchSearch({ type: 'more', serial, after: next, answer: answer.value })
  else dispatchSearch({ type: 'failed', serial, error: answer.error })
}

export function reach(at: number): void {
  dispatchSearch({ type: 'reached', at })
}

/** Opens a hit. Where the answer to what was typed last is still on its way, its first one. */
export function openAt(at: number): void {
  const { search, typed } = history()
  if (typed.trim() !== search.asked || isBusy(search)) {
    if (pause !== null) {
      clearTimeout(pause)
      ask(typed.trim())
    }
    openWhenFound = true
    return
  }
  openWhenFound = false
  const stop = stopsOf(search.items)[at]
  if (stop !== undefined) openStop(stop)
}

/** Shows a hit in the panel it belongs to. */
export function openStop({ found, hit }: Stop): void {
  const { text } = history().search
  if (found.item.deletedAt !== null) {
    openListed(found.item)
    return
  }
  openItem({ key: found.item.key, partId: hit?.partId ?? null, search: { text, words: readQuery(text).words } })
}

/** Shows the panel with the field ready to be written into; with a text, which is then searched for. */
export function searchHistory(text: string | null): void {
  showPanel('history')
  useHistory.setState((state) => ({ fieldFocus: state.fieldFocus + 1 }))
  if (text !== null) typeSearch(text)
}

/** Empties the field. */
export function clearSearch(): void {
  typeSearch('')
}
