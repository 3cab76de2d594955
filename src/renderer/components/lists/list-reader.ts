import type { AppError } from '../../../shared/errors.ts'
import type { Result } from '../../../shared/ipc/result.ts'
import { indexOfItem, itemAt, itemsPerPage, noPages, outdated, type Pages, pagesToRead, withPage } from './pages.ts'

/** A panel's list state. */
export interface ListState<T extends { readonly id: string }> {
  readonly pages: Pages<T>
  /** Whether the list was narrowed anew, and the answer to it is not here: what is shown stays until then. */
  readonly switching: boolean
  readonly listError: AppError | null
}

/** A reading of main's list. */
export interface ListReading<T> {
  readonly items: readonly T[]
  readonly total: number
  /** Called when the reading is shown; not where it came too late. */
  readonly taken?: () => void
}

interface ListParts<T extends { readonly id: string }> {
  readonly get: () => ListState<T>
  readonly set: (change: (state: ListState<T>) => Partial<ListState<T>>) => void
  /** Asks main for items, by what the list is narrowed to now. */
  readonly ask: (offset: number, limit: number) => Promise<Result<ListReading<T>>>
  /** Whether nothing that is shown of an item has changed. */
  readonly same: (before: T, now: T) => boolean
  /** How many places are read where nobody has scrolled. */
  readonly placesAtTop: number
  /** Whether the beginning is kept up to date wherever the list is scrolled to: there new items come in. */
  readonly keepsTop: boolean
  /** Several changes within so many ms are one. */
  readonly changesMs: number
  /** Called when the list begins to be read again after a change. */
  readonly changed?: () => void
  /** Whether somebody looks; nothing is read again otherwise. */
  readonly isShown?: () => boolean
}

/** Reads a long list from main page by page, as far as it is viewed, and again after changes. */
export class ListReader<T extends { readonly id: string }> {
  private readonly parts: ListParts<T>
  // answers for what the list was narrowed to before come too late
  private serial = 0
  private readonly reading = new Set<string>()
  private seen: { readonly from: number; readonly to: number }
  private changing: ReturnType<typeof setTimeout> | null = null

  constructor(parts: ListParts<T>) {
    this.parts = parts
    this.seen = { from: 0, to: parts.placesAtTop }
  }

  /** The list shows these places now, from `from` up to and without `to`. */
  showPlaces(from: number, to: number): void {
    this.seen = { from, to }
    this.readSeen()
  }

  /** Reads what is shown, as far as it is not known or not up to date. */
  readSeen(): void {
    const { isShown, get, keepsTop } = this.parts
    if (isShown?.() === false) return
    const { pages, switching } = get()
    if (switching) {
      void this.readPage(0)
      return
    }
    const wanted = new Set(pagesToRead(pages, this.seen.from, this.seen.to))
    if (keepsTop && pages.pages.get(0)?.generation !== pages.generation) wanted.add(0)
    for (const number of wanted) void this.readPage(number)
  }

  /** Reads the beginning, whether somebody looks or not; resolves when it is here, cannot be read, or is being read already. */
  async readTop(): Promise<void> {
    await this.readPage(0)
  }

  /** The list was narrowed anew: what is read from now on is the answer to that. */
  restart(): void {
    this.serial += 1
    this.seen = { from: 0, to: this.parts.placesAtTop }
    this.readSeen()
  }

  /** Tries again after a refusal. */
  retry(): void {
    this.parts.set(() => ({ listError: null }))
    this.readSeen()
  }

  /** Main's list is not what it was any more. */
  changed(): void {
    this.parts.set((state) => ({ pages: outdated(state.pages) }))
    if (this.changing !== null) return
    this.changing = setTimeout(() => {
      this.changing = null
      this.readSeen()
      this.parts.changed?.()
    }, this.parts.changesMs)
  }

  /** The item so many places further in the list; null where there is none or this one is not in the list. */
  async neighbourOf(id: string, step: number): Promise<T | null> {
    const { pages } = this.parts.get()
    const index = indexOfItem(pages, id)
    const target = index + step
    if (index < 0 || target < 0 || pages.total === null || target >= pages.total) return null
    const known = itemAt(pages, target)
    if (known !== undefined) return known
    await this.readPage(Math.floor(target / itemsPerPage))
    return itemAt(this.parts.get().pages, target) ?? null
  }

  private async readPage(number: number): Promise<void> {
    const { get, set, ask, same } = this.parts
    const mine = this.serial
    const key = `${mine}:${number}`
    if (this.reading.has(key)) return
    this.reading.add(key)
    const { generation } = get().pages
    const answer = await ask(number * itemsPerPage, itemsPerPage)
    this.reading.delete(key)
    if (mine !== this.serial) return
    if (!answer.ok) {
      set(() => ({ listError: answer.error }))
      return
    }
    const { items, total, taken } = answer.value
    set((state) => ({
      pages: withPage(
        state.switching ? { ...noPages, generation: state.pages.generation } : state.pages,
        { number, generation },
        items,
        total,
        same,
      ),
      switching: false,
      listError: null,
    }))
    taken?.()
    // the list may have changed on the way, or turned out to be shorter
    this.readSeen()
  }
}
