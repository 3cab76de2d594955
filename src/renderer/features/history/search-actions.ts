import { readQuery } from '../../../shared/history-query.ts'
import { searchAgainMs } from '../../components/lists/history-search.ts'
import { nothingSelected } from '../../components/lists/selection.ts'
import { call } from '../../platform/bridge/client.ts'
import { openItem } from '../../platform/feature.ts'
import { showPanel } from '../../platform/navigation.ts'
import { dispatchSearch, history, useHistory } from './history-store.ts'
import { openListed } from './item-actions.ts'
import { searchesMeaning } from './meaning.ts'
import { isBusy, type Stop, stopsOf } from './search.ts'

/** Debounce of the search, in ms. */
const pauseMs = 40
/** Quiet time after typing before a semantic search, in ms, because it costs a request. */
const meaningPauseMs = 600
/** Items per answer. */
const pageSize = 40
const pageMax = 200

let pause: ReturnType<typeof setTimeout> | null = null
let meaningPause: ReturnType<typeof setTimeout> | null = null
/** The query of the semantic search: typed text after a pause. */
let meant = ''
let again: ReturnType<typeof setTimeout> | null = null
let asking = false
let askAgain = false
let openWhenFound = false

/** Searches typed text after the debounce. */
export function typeSearch(typed: string): void {
  useHistory.setState({ typed })
  openWhenFound = false
  if (pause !== null) clearTimeout(pause)
  if (typed.trim() === history().search.asked) return
  if (meaningPause !== null) clearTimeout(meaningPause)
  meaningPause = setTimeout(askMeaning, meaningPauseMs)
  if (typed.trim() === '') {
    ask('')
    return
  }
  pause = setTimeout(() => ask(typed.trim()), pauseMs)
}

function ask(text: string): void {
  pause = null
  // the selection belongs to the list shown before
  if (text !== history().search.asked) useHistory.setState({ selecting: false, selection: nothingSelected })
  dispatchSearch({ type: 'asked', text })
  void run()
}

/** Searches the text by meaning too, if the user has enabled that. */
function askMeaning(): void {
  meaningPause = null
  const { asked } = history().search
  meant = asked
  if (asked !== '' && searchesMeaning()) ask(asked)
}

/** Repeats the search after a change of the data or the filter. */
export function searchAgain(): void {
  const { asked } = history().search
  if (asked !== '') ask(asked)
}

/** Sends one search at a time; superseded ones are never sent. */
async function run(): Promise<void> {
  askAgain = true
  if (asking) return
  asking = true
  while (askAgain) {
    askAgain = false
    const { search, filter } = history()
    if (search.asked === '') continue
    const { serial, asked, text, items } = search
    // pages already loaded are read again, so that the list does not shrink
    const limit = text === asked ? Math.min(pageMax, Math.max(pageSize, items.length)) : pageSize
    if (meant === asked && searchesMeaning()) {
      const answer = await call('history.searchByMeaning', { text: asked, filter })
      if (answer.ok) {
        const { failure, found } = answer.value
        dispatchSearch({ type: 'answered', serial, answer: found, isFused: failure === null, failure })
      } else dispatchSearch({ type: 'failed', serial, error: answer.error })
      continue
    }
    const answer = await call('history.search', { text: asked, filter, limit, next: null })
    if (answer.ok) dispatchSearch({ type: 'answered', serial, answer: answer.value })
    else dispatchSearch({ type: 'failed', serial, error: answer.error })
  }
  asking = false
  watchIndex()
  if (openWhenFound) openAt(history().search.at)
}

/** Repeats the search while older texts are being indexed, because more hits may appear. */
function watchIndex(): void {
  if (again !== null) clearTimeout(again)
  again = null
  const { indexed, asked } = history().search
  if (indexed < 1 && asked !== '') again = setTimeout(searchAgain, searchAgainMs)
}

let readingMore = false

/** Loads the next page of results. */
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

/** Opens a hit. While the answer to the latest text is loading, opens its first hit instead. */
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

/** Opens a hit in its panel. */
export function openStop({ found, hit }: Stop): void {
  const { text } = history().search
  if (found.item.deletedAt !== null) {
    openListed(found.item)
    return
  }
  // a passage without the words is found in its item by its own beginning
  const searched = hit?.why === 'meaning' && hit.phrase !== undefined ? `"${hit.phrase}"` : text
  openItem({
    key: found.item.key,
    partId: hit?.partId ?? null,
    search: { text: searched, words: readQuery(searched).words },
  })
}

/** Shows the panel with the search field focused; searches for `text` if it is given. */
export function searchHistory(text: string | null): void {
  showPanel('history')
  useHistory.setState((state) => ({ fieldFocus: state.fieldFocus + 1 }))
  if (text !== null) typeSearch(text)
}

/** Clears the search field. */
export function clearSearch(): void {
  typeSearch('')
}
