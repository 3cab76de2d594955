import type { SyncComputer } from './sync-computer.ts'

/**
 * The titles and texts that users wrote, and those that a user replaced or erased in the sight of them. All others have
 * to be kept.
 */
export class WrittenWords {
  private readonly written = new Set<string>()
  private readonly replaced = new Set<string>()

  /** Notes what a user does at a computer. */
  noteAct(computer: SyncComputer, act: () => void): void {
    const before = shownWords(computer)
    act()
    const after = shownWords(computer)
    // a chat whose beginning was erased has no title
    for (const word of after.keys()) if (!word.endsWith('|')) this.written.add(word)
    for (const [word, chat] of before) {
      if (after.has(word)) continue
      this.replaced.add(word)
      // the other versions beside it are replaced or erased with it
      const isErased = ![...after.values()].includes(chat)
      for (const other of wordsInState(computer, chat)) if (isErased || isOfSame(other, word)) this.replaced.add(other)
    }
  }

  /** Notes that a computer loses its ledger: versions that it did not show may have been nowhere else. */
  noteLoss(computer: SyncComputer): void {
    const shown = shownWords(computer)
    for (const word of wordsInState(computer)) if (!shown.has(word)) this.replaced.add(word)
  }

  /** Returns the words that nobody replaced and that a computer does not have in any version. */
  missingAt(computer: SyncComputer): readonly string[] {
    const kept = new Set(wordsInState(computer))
    return [...this.written].filter((word) => !this.replaced.has(word) && !kept.has(word))
  }
}

const isOfSame = (word: string, other: string) => word.split('|')[0] === other.split('|')[0]

/** Returns the words that a computer shows, with their chats. */
function shownWords({ database }: SyncComputer): ReadonlyMap<string, string> {
  const rows = database
    .prepare(
      `SELECT id AS row, title AS word, id AS chat FROM conversations
       UNION ALL SELECT id, text, conversation_id FROM messages`,
    )
    .all()
  return new Map(rows.map(({ chat, row, word }) => [`${row}|${word}`, String(chat)]))
}

/** Returns all words of the state, or those of a chat that the user could know of. */
function wordsInState({ ledger }: SyncComputer, chat?: string): readonly string[] {
  const { state } = ledger
  const versions =
    chat === undefined
      ? state.snapshot().versions
      : state.versionsOfItem(chat).filter((version) => ledger.isShown(version))
  return versions.flatMap(({ change }) => {
    if (change.kind !== 'value') return []
    const { entity, field, row } = change.register
    if (entity === 'chat' && field === 'title') return [`${row}|${change.value}`]
    if (typeof change.value !== 'object' || change.value === null || field !== '') return []
    if (entity === 'chat') return [`${row}|${Reflect.get(change.value, 'title')}`]
    return entity === 'message' ? [`${row}|${Reflect.get(change.value, 'text')}`] : []
  })
}
