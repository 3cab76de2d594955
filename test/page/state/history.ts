import type { HistoryItem } from '../../../src/shared/history.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

/** The timeline in memory: what a test put there. */
export class History {
  #items: readonly HistoryItem[] = []
  #indexed = 1

  /** Indexes no text of the items until `finishIndexing`, as a machine with other work. */
  delayIndexing(): void {
    this.#indexed = 0.5
  }

  finishIndexing(): void {
    this.#indexed = 1
  }

  /** Puts a finished item there, newer than those before it. */
  seed(kind: HistoryItem['key']['kind'], title: string): void {
    const number = this.#items.length + 1
    const item: HistoryItem = {
      key: { kind, id: `item-${number}` },
      title,
      preview: '',
      model: 'demo-chat',
      connectionId: null,
      at: Date.now() + number,
      createdAt: Date.now() + number,
      pinned: false,
      archived: false,
      tags: [],
      state: 'done',
      size: null,
      picture: null,
      deletedAt: null,
    }
    this.#items = [item, ...this.#items]
  }

  readonly handlers: SomeHandlers = {
    'history.list': ({ filter, offset, limit }) => {
      const found = this.#items.filter(
        ({ at, key, pinned, state }) =>
          (filter.from === null || at >= filter.from) &&
          (!filter.pinned || pinned) &&
          (filter.kinds.length === 0 || filter.kinds.includes(key.kind)) &&
          (filter.states.length === 0 || filter.states.includes(state)) &&
          (filter.place === 'here' || filter.place === 'kept'),
      )
      return { items: found.slice(offset, offset + limit), total: found.length }
    },
    'history.search': ({ text, limit }) => {
      if (this.#indexed < 1) return { items: [], next: null, total: 0, indexed: this.#indexed }
      const found = this.#items.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
      const items = found.slice(0, limit).map((item) => ({ item, hits: [] }))
      return { items, next: null, total: found.length, indexed: 1 }
    },
    'history.months': () => {
      const now = new Date()
      const month = { year: now.getFullYear(), month: now.getMonth() + 1, count: this.#items.length }
      return this.#items.length === 0 ? [] : [month]
    },
    'history.facets': () => ({ models: [], tags: [], kinds: [] }),
  }
}
