import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ListReader, type ListReading, type ListState } from '../../../../src/renderer/components/lists/list-reader.ts'
import { itemAt, itemsPerPage, noPages } from '../../../../src/renderer/components/lists/pages.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { ok, type Result, refused } from '../../../../src/shared/ipc/result.ts'

interface Item {
  readonly id: string
}

/** Main's list, which answers on demand. */
class Main {
  items: readonly Item[] = Array.from({ length: 500 }, (_, index) => ({ id: `i${index}` }))
  readonly asked: number[] = []
  private readonly waiting: (() => void)[] = []
  refuses = false
  shown = 0

  async ask(offset: number, limit: number): Promise<Result<ListReading<Item>>> {
    this.asked.push(offset)
    const items = this.items.slice(offset, offset + limit)
    const total = this.items.length
    const { refuses } = this
    await new Promise<void>((resolve) => this.waiting.push(resolve))
    if (refuses) return refused(appError('internal'))
    return ok({
      items,
      total,
      onShown: () => {
        this.shown += 1
      },
    })
  }

  /** Answers all requests so far. */
  async answer(): Promise<void> {
    for (const resolve of this.waiting.splice(0)) resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
}

function listOf(main: Main, parts: { readonly keepsTop?: boolean; readonly isShown?: () => boolean } = {}) {
  let state: ListState<Item> = { pages: noPages, switching: false, listError: null }
  let changes = 0
  const reader = new ListReader<Item>({
    get: () => state,
    set: (change) => {
      state = { ...state, ...change(state) }
    },
    ask: (offset, limit) => main.ask(offset, limit),
    same: (before, now) => before.id === now.id,
    placesAtTop: 40,
    keepsTop: true,
    changesMs: 40,
    onListChanged: () => {
      changes += 1
    },
    ...parts,
  })
  return {
    reader,
    state: () => state,
    changes: () => changes,
    narrow: () => {
      state = { ...state, switching: true }
      reader.restart()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('reading a long list', () => {
  it('requests the visible pages, with one request for each at a time', async () => {
    const main = new Main()
    const { reader, state } = listOf(main)
    reader.showPlaces(0, 40)
    reader.showPlaces(10, 50)
    expect(main.asked).toEqual([0])
    await main.answer()
    expect(state().pages.total).toBe(500)
    expect(itemAt(state().pages, 40)?.id).toBe('i40')
    reader.showPlaces(190, 230)
    expect(main.asked).toEqual([0, itemsPerPage])
    await main.answer()
    reader.showPlaces(0, 40)
    expect(main.asked).toHaveLength(2)
    expect(main.shown).toBe(2)
  })

  it('rereads the visible pages after a change, and the first page if it is kept', async () => {
    for (const keepsTop of [true, false]) {
      const main = new Main()
      const { reader, state, changes } = listOf(main, { keepsTop })
      reader.showPlaces(0, 40)
      await main.answer()
      reader.showPlaces(300, 340)
      await main.answer()
      main.items = [{ id: 'new' }, ...main.items]
      reader.markListChanged()
      reader.markListChanged()
      // old items stay until the answer
      expect(itemAt(state().pages, 300)?.id).toBe('i300')
      await vi.advanceTimersByTimeAsync(40)
      expect(main.asked.slice(2)).toEqual(keepsTop ? [itemsPerPage, 0] : [itemsPerPage])
      expect(changes()).toBe(1)
      await main.answer()
      expect(itemAt(state().pages, 300)?.id).toBe('i299')
      expect(itemAt(state().pages, 0)?.id).toBe(keepsTop ? 'new' : 'i0')
    }
  })

  it('rereads a list that changed during the read', async () => {
    const main = new Main()
    const { reader, state } = listOf(main)
    reader.showPlaces(0, 40)
    main.items = [{ id: 'new' }, ...main.items]
    reader.markListChanged()
    await main.answer()
    expect(itemAt(state().pages, 0)?.id).toBe('i0')
    expect(main.asked).toEqual([0, 0])
    await main.answer()
    expect(itemAt(state().pages, 0)?.id).toBe('new')
  })

  it('ignores an answer that belongs to the previous filter', async () => {
    const main = new Main()
    const { reader, state, narrow } = listOf(main)
    reader.showPlaces(0, 40)
    main.items = [{ id: 'only' }]
    narrow()
    expect(main.asked).toEqual([0, 0])
    await main.answer()
    expect(state()).toMatchObject({ switching: false, pages: { total: 1 } })
    expect(itemAt(state().pages, 0)?.id).toBe('only')
    expect(main.shown).toBe(1)
  })

  it('keeps the shown rows until a filtered list arrives, and drops them then', async () => {
    const main = new Main()
    const { reader, state, narrow } = listOf(main)
    reader.showPlaces(190, 230)
    await main.answer()
    main.items = [{ id: 'only' }]
    narrow()
    expect(itemAt(state().pages, 200)?.id).toBe('i200')
    await main.answer()
    expect([...state().pages.pages.keys()]).toEqual([0])
  })

  it('reports a refusal, and retries on request', async () => {
    const main = new Main()
    const { reader, state } = listOf(main)
    main.refuses = true
    reader.showPlaces(0, 40)
    await main.answer()
    expect(state().listError?.code).toBe('internal')
    expect(main.shown).toBe(0)
    main.refuses = false
    reader.retry()
    expect(state().listError).toBeNull()
    await main.answer()
    expect(state().pages.total).toBe(500)
  })

  it('rereads nothing while it is not visible, except its beginning on request', async () => {
    const main = new Main()
    let shown = false
    const { reader, state } = listOf(main, { isShown: () => shown })
    reader.showPlaces(0, 40)
    reader.markListChanged()
    await vi.advanceTimersByTimeAsync(40)
    expect(main.asked).toEqual([])
    const read = reader.readTop()
    await main.answer()
    await read
    expect(state().pages.total).toBe(500)
    reader.markListChanged()
    await vi.advanceTimersByTimeAsync(40)
    expect(main.asked).toEqual([0])
    shown = true
    reader.readSeen()
    expect(main.asked).toEqual([0, 0])
  })

  it('finds the neighbour of an item, also on a page that was not read', async () => {
    const main = new Main()
    const { reader } = listOf(main)
    reader.showPlaces(0, 40)
    await main.answer()
    expect(await reader.neighbourOf('i3', 1)).toEqual({ id: 'i4' })
    expect(await reader.neighbourOf('i0', -1)).toBeNull()
    expect(await reader.neighbourOf('nobody', 1)).toBeNull()
    const further = reader.neighbourOf('i199', 1)
    await main.answer()
    expect(await further).toEqual({ id: 'i200' })
  })
})
