import { placeOf, shownRow, valuesOf } from '../../src/main/services/sync/shared-values.ts'
import { isInBin, shownValue } from '../../src/main/services/sync/shown-value.ts'
import { SharedContent } from '../../src/main/storage/shared-content.ts'
import { sharedChats, sharedFolders, sharedPrompts } from '../../src/main/storage/shared-tables.ts'
import { openSyncDatabase } from '../../src/main/storage/sync-database.ts'
import { AppFailure } from '../../src/shared/errors.ts'
import { Choices } from './seeded-random.ts'
import { SyncComputer, withComputerFolder } from './sync-computer.ts'
import { FragileDatabase, ProcessEnded } from './sync-disk.ts'
import { FaultyPlace, Interrupted } from './sync-world.ts'
import { WrittenWords } from './written-words.ts'

export interface PeopleResult {
  /** Breaches of what sync promises; empty if it holds. */
  readonly problems: readonly string[]
  readonly computers: number
  readonly versions: number
  readonly chats: number
  readonly messages: number
  readonly interruptions: number
  readonly restarts: number
  /** Files of sync that were lost. */
  readonly losses: number
}

const hourMs = 3_600_000
/** How often a process ends before a statement of its ledger. */
const breaks = 0.002

/**
 * Lets users work at 2 to 4 computers with real databases, which share a place with faults. Then the place is honest,
 * and all databases must be equal, row by row, and as the state of sync says.
 */
export async function simulatePeople(seed: number, steps = 120): Promise<PeopleResult> {
  return await withComputerFolder(async (folder) => {
    const choices = new Choices(seed)
    const place = new FaultyPlace(choices)
    let time = 1_800_000_000_000
    let restarts = 0
    let losses = 0
    const words = new WrittenWords()
    let interruptions = 0
    const computers = Array.from({ length: 2 + choices.below(3) }, () => {
      const skew = Math.round((choices.random() - 0.5) * 4 * hourMs)
      const now = () => time + skew
      return new SyncComputer(
        folder,
        place,
        now,
        randomId(choices),
        (path) => new FragileDatabase(path, choices, breaks),
      )
    })
    const restart = (computer: SyncComputer) => {
      restarts += 1
      computer.restart()
    }
    const round = async (computer: SyncComputer) => {
      try {
        await computer.round(place.isHonest ? undefined : choices.below(4))
      } catch (cause) {
        if (!(cause instanceof Interrupted)) throw cause
        interruptions += 1
        if (cause instanceof ProcessEnded || choices.random() < 0.2) restart(computer)
      }
    }
    try {
      // some history is older than sync
      if (choices.random() < 0.5)
        for (const computer of computers) words.noteAct(computer, () => sameBackup(computer, time))
      for (const computer of computers)
        for (let at = 0; at < 8; at += 1) words.noteAct(computer, () => act(computer, choices, at))
      for (const computer of computers) computer.begin()
      for (let step = 0; step < steps; step += 1) {
        time += choices.below(60_000)
        const computer = choices.one(computers)
        const chance = choices.random()
        if (chance < 0.6) words.noteAct(computer, () => act(computer, choices, step))
        else if (chance < 0.95) await round(computer)
        else if (chance < 0.99) restart(computer)
        else {
          losses += 1
          words.noteLoss(computer)
          computer.loseLedger(randomId(choices))
        }
        if (choices.random() < 0.05) place.remember()
      }
      place.isHonest = true
      for (const computer of computers) computer.openSync = openSyncDatabase
      for (const computer of computers) restart(computer)
      for (let at = 0; at < 64; at += 1) for (const computer of computers) await round(computer)
      const [first] = computers
      return {
        problems: [
          ...problemsOf(computers),
          ...computers.flatMap((computer, at) =>
            words.missingAt(computer).map((word) => `computer ${at} lost ${word}`),
          ),
        ],
        computers: computers.length,
        versions: first?.ledger.state.snapshot().versions.length ?? 0,
        chats: first?.rows().chats?.length ?? 0,
        messages: first?.rows().messages?.length ?? 0,
        ...{ interruptions, losses, restarts },
      }
    } finally {
      for (const computer of computers) computer.close()
    }
  })
}

/** Restores the same backup on each computer. */
function sameBackup(computer: SyncComputer, at: number): void {
  for (const chat of ['a', 'b']) {
    computer.addChat(`chat ${chat}`, `backup-${chat}`)
    computer.database.prepare('UPDATE conversations SET created_at = ?').run(at)
    for (const number of [1, 2, 3]) computer.addMessage(`backup-${chat}`, `message ${number}`, null, `${chat}${number}`)
  }
}

/** Does something that a user does. */
function act(computer: SyncComputer, choices: Choices, step: number): void {
  const { conversations, database, folders, history, prompts } = computer
  const ids = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(({ id }) => String(id))
  const chats = ids('SELECT id FROM conversations WHERE deleted_at IS NULL ORDER BY id')
  const gone = ids('SELECT id FROM conversations WHERE deleted_at IS NOT NULL ORDER BY id')
  const chat = chats.length === 0 ? null : choices.one(chats)
  const chance = choices.random()
  if (chat === null || chance < 0.12) {
    computer.addChat(`chat ${step} of ${computer.ledger.writer.slice(0, 4)}`, randomId(choices))
    return
  }
  const found = conversations.findConversation(chat)
  if (found === null) return
  if (chance < 0.4) {
    const all = ids(`SELECT id FROM messages WHERE conversation_id = '${chat}' ORDER BY id`)
    // now and then another reply to an earlier message
    const parent = all.length > 0 && choices.random() < 0.3 ? choices.one(all) : computer.lastOf(chat)
    computer.addMessage(chat, `message ${step}`, parent, randomId(choices))
  } else if (chance < 0.44) {
    // an answer that was interrupted goes on
    const last = computer.lastOf(chat)
    const end = { thinking: '', state: 'done', error: null, usage: null, timing: null, finishReason: null } as const
    const text = last === null ? '' : (computer.messages.findMessage(last)?.text ?? '')
    if (last !== null && text !== '') computer.messages.endMessage(last, { ...end, text: `${text} and ${step}` })
  } else if (chance < 0.5) computer.rename(chat, `title ${step} of ${computer.ledger.writer.slice(0, 4)}`)
  else if (chance < 0.56) {
    const parameters = { ...found.parameters, temperature: choices.below(3), system: `be ${choices.below(9)}` }
    conversations.updateConversation({ ...found, parameters, pinned: !found.pinned, model: `m${choices.below(3)}` })
  } else if (chance < 0.64) {
    const tags =
      choices.random() < 0.6
        ? { add: [`t${choices.below(4)}`], remove: [] }
        : { add: [], remove: [`t${choices.below(4)}`] }
    database.transaction(() => history.tag([{ kind: 'chat', id: chat }], tags.add, tags.remove))
  } else if (chance < 0.68) conversations.setArchived(chat, choices.random() < 0.5 ? computer.now() : null)
  else if (chance < 0.73) {
    const id = `f${choices.below(3)}`
    if (folders.findFolder(id) !== null && choices.random() < 0.3) database.transaction(() => folders.removeFolder(id))
    else
      database.transaction(() =>
        folders.putFolder({ id, name: `folder ${step}`, parentId: null, system: '', collapsed: false }, computer.now()),
      )
  } else if (chance < 0.77)
    database.transaction(() => folders.moveChats([chat], choices.random() < 0.3 ? null : `f${choices.below(3)}`))
  else if (chance < 0.83) {
    const id = `p${choices.below(3)}`
    if (prompts.has(id) && choices.random() < 0.4) prompts.removePrompt(id)
    else prompts.putPrompts([{ id, title: `prompt ${step}`, text: 'text' }], computer.now())
  } else if (chance < 0.9) conversations.deleteConversation(chat, computer.now())
  else if (chance < 0.96) {
    if (gone.length > 0) conversations.restoreConversation(choices.one(gone))
  } else conversations.purgeConversations(computer.now())
}

function problemsOf(computers: readonly SyncComputer[]): readonly string[] {
  const problems: string[] = []
  const [first, ...others] = computers
  if (first === undefined) return ['no computers']
  const rows = first.rows()
  for (const [at, other] of others.entries())
    for (const [table, expected] of Object.entries(rows)) {
      const found = other.rows()[table] ?? []
      if (JSON.stringify(found) !== JSON.stringify(expected))
        problems.push(`computer ${at + 1} has other ${table}: ${differing(expected, found)}`)
    }
  for (const [at, computer] of computers.entries())
    for (const problem of contradictions(computer)) problems.push(`computer ${at}: ${problem}`)
  return problems
}

function differing(expected: readonly unknown[], found: readonly unknown[]): string {
  const there = new Set(found.map((row) => JSON.stringify(row)))
  const here = new Set(expected.map((row) => JSON.stringify(row)))
  return JSON.stringify({
    first: [...here].filter((row) => !there.has(row)).slice(0, 2),
    other: [...there].filter((row) => !here.has(row)).slice(0, 2),
  })
}

/** Returns rows that show something else than the state says. */
function contradictions({ database, ledger: { shown, state } }: SyncComputer): readonly string[] {
  const problems: string[] = []
  if (shown.hasNews()) problems.push('has news that it does not show')
  const chats = new Map(
    database
      .prepare('SELECT * FROM conversations')
      .all()
      .map((row) => [String(row.id), row]),
  )
  const messages = new Map(
    database
      .prepare('SELECT * FROM messages')
      .all()
      .map((row) => [String(row.id), row]),
  )
  const met = new Set<string>()
  for (const { change } of state.snapshot().versions) {
    if (change.kind !== 'value') continue
    const { entity, field, item, row } = change.register
    const value = shownValue(state.versionsOf(change.register), entity === 'tag' ? 'added' : 'each version')?.value
    if (entity === 'message') {
      met.add(row)
      const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined
      if (messages.get(row)?.text !== text)
        problems.push(`message ${row} shows ${messages.get(row)?.text}, not ${text}`)
    }
    if (entity === 'chat' && field === 'title' && chats.get(item)?.title !== value)
      problems.push(`chat ${item} shows ${chats.get(item)?.title}, not ${value}`)
    if (entity === 'bin' && chats.has(item) && (chats.get(item)?.deleted_at !== null) !== isInBin(state, item))
      problems.push(`chat ${item} is in the bin on one side`)
  }
  for (const shared of [sharedChats, sharedFolders, sharedPrompts])
    for (const { id } of database.prepare(`SELECT id FROM ${shared.table.name}`).all()) {
      const row = new SharedContent(database).findRow(shared, String(id))
      const expected = shownRow(state, shared, placeOf(shared, String(id)))?.values ?? {}
      const values = row === null ? {} : valuesOf(shared, row)
      for (const name of Object.keys(values))
        if (JSON.stringify(values[name]) !== JSON.stringify(expected[name]))
          problems.push(`${shared.entity} ${id} shows ${values[name]} as ${name}, not ${expected[name]}`)
    }
  for (const id of messages.keys()) if (!met.has(id)) problems.push(`message ${id} has no version`)
  return problems
}

function randomId(choices: Choices): string {
  const digits = Array.from({ length: 32 }, () => choices.below(16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** Returns the problems of a run; a run that failed is one. */
export async function problemsOfSeed(seed: number): Promise<readonly string[]> {
  return await simulatePeople(seed).then(
    ({ problems }) => problems,
    (cause: unknown) => [
      cause instanceof AppFailure
        ? `${cause.error.code} ${cause.stack}`
        : String(cause instanceof Error ? cause.stack : cause),
    ],
  )
}
