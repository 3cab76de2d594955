import { namedChatsMax, type SkippedByChat, type SkipReason } from '../../../../shared/transfer.ts'

type Counts = Map<SkipReason, number>

/** Counts omitted content, in all and by conversation. */
export class Skips {
  private readonly counts: Counts = new Map()
  private readonly named: { readonly title: string; readonly counts: Counts }[] = []
  private further = 0
  /** Title of the conversation being read; null outside of one. */
  private title: string | null = null
  /** Counts of that conversation; null before its first omission. */
  private current: Counts | null = null

  /** Attributes later skips to this conversation; null ends that. */
  enter(title: string | null): void {
    this.title = title
    this.current = null
  }

  addSkip(reason: SkipReason, count = 1): void {
    if (count <= 0) return
    increase(this.counts, reason, count)
    if (this.title === null) return
    this.current ??= this.begun(this.title)
    increase(this.current, reason, count)
  }

  /** Counts a whole conversation, or another named item, that is left out. */
  setAside(reason: SkipReason, title: string, count = 1): void {
    if (count <= 0) return
    increase(this.counts, reason, count)
    increase(this.begun(title), reason, count)
  }

  allSkips(): readonly { readonly reason: SkipReason; readonly count: number }[] {
    return listed(this.counts)
  }

  byChat(): SkippedByChat {
    return {
      named: this.named.map(({ counts, title }) => ({ title, skipped: listed(counts) })),
      further: this.further,
    }
  }

  private begun(title: string): Counts {
    const counts: Counts = new Map()
    if (this.named.length < namedChatsMax) this.named.push({ title: title.trim().slice(0, 200).toWellFormed(), counts })
    else this.further += 1
    return counts
  }
}

function increase(counts: Counts, reason: SkipReason, count: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + count)
}

function listed(counts: Counts): readonly { readonly reason: SkipReason; readonly count: number }[] {
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
