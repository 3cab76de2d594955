import type { AppError } from '../../../shared/errors.ts'
import type { Result } from '../../../shared/ipc/result.ts'
import { indexOfItem, itemAt, itemsPerPage, noPages, outdated, type Pages, pagesToRead, withPage } from './pages.ts'

/** A panel's list state. */
export interface ListState<T extends { readonly id: string }> {
  readonly pages: Pages<T>
  /** True if the filter changed and its answer has not arrived; the old items are shown meanwhile. */
  readonly switching: boolean
  readonly listError: AppError | null
}

/** One answer of main about its list. */
export interface ListReading<T> {
  readonly items: readonly T[]
  readonly total: number
  /** Called when the answer is shown; not when it arrives too late. Null for nothing to do. */
  readonly onShown: (() => void) | null
}

interface ListParts<T extends { readonly id: string }> {
  readonly get: () => ListState<T>
  readonly set: (change: (state: ListState<T>) => Partial<ListState<T>>) => void
  /** Requests items from main with the current filter. */
  readonly ask: (offset: number, limit: number) => Promise<Result<ListReading<T>>>
  /** True if two versions of an item look equal. */
  readonly same: (before: T, now: T) => boolean
  /** Number of positions read before any scrolling. */
  readonly placesAtTop: number
  /** True if the beginning, where new items arrive, is kept up to date at any scroll position. */
  readonly keepsTop: boolean
  /** Changes within this many ms count as one. */
  readonly changesMs: number
  /** Called when the list is read again after a change. */
  readonly onListChanged?: () => void
  /** True if the list is visible; a hidden list is not read again. */
  readonly isShown?: () => boolean
}

/** Reads a long list from main page by page, as it is viewed, and again after changes. */
export class ListReader<T extends { readonly id: string }> {
  private readonly parts: ListParts<T>
  // answers for an earlier filter are dropped
  private serial = 0
  private readonly reading = new Set<string>()
  private seen: { readonly from: number; readonly to: number }
  private changing: ReturnType<typeof setTimeout> | null = null

  constructor(parts: ListParts<T>) {
    this.parts = parts
    this.seen = { from: 0, to: parts.placesAtTop }
  }

  /** The known part of the list. */
  get pages(): Pages<T> {
    return this.parts.get().pages
  }

  /** Sets the shown positions: from `from` up to, but without, `to`. */
  showPlaces(from: number, to: number): void {
    this.seen = { from, to }
    this.readSeen()
  }

  /** Reads the unknown and outdated pages of the visible part. */
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

  /**
   * Reads the beginning, even of a hidden list. Resolves when it has arrived, cannot be read, or is being read already.
   */
  async readTop(): Promise<void> {
    await this.readPage(0)
  }

  /** Starts over after the filter changed. */
  restart(): void {
    this.serial += 1
    this.seen = { from: 0, to: this.parts.placesAtTop }
    this.readSeen()
  }

  /** Retries after a refusal. */
  retry(): void {
    this.parts.set(() => ({ listError: null }))
    this.readSeen()
  }

  /** Marks the list as changed in main. */
  markListChanged(): void {
    this.parts.set((state) => ({ pages: outdated(state.pages) }))
    if (this.changing !== null) return
    this.changing = setTimeout(() => {
      this.changing = null
      this.readSeen()
      this.parts.onListChanged?.()
    }, this.parts.changesMs)
  }

  /** Resolves to the item `step` positions further on; null at the end of the list, or if the start is not in it. */
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
    const { items, total, onShown } = answer.value
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
    onShown?.()
    // the list may have changed meanwhile, or be shorter
    this.readSeen()
  }
}
