import { z } from 'zod'
import { AppFailure, appError, fail } from '../../../../shared/errors.ts'
import { foldersMax } from '../../../../shared/folder-limits.ts'
import { Pace } from '../../../pace.ts'
import { ChatFolders } from '../../../storage/chat-folders.ts'
import type { Database } from '../../../storage/database.ts'
import { ItemCollections } from '../../../storage/item-collections.ts'
import { ItemsUnderWay } from '../../../storage/items-under-way.ts'
import { Messages } from '../../../storage/messages.ts'
import { Preferences } from '../../../storage/preferences.ts'
import { Storyboards } from '../../../storage/storyboards.ts'
import { portableFolderSchema } from '../atelier-format.ts'
import { type ImportWriter, type Staged, WritingImport } from './import-writer.ts'

/** Maximum number of rows written, shown or removed in one transaction: items and their parts. */
export const rowsMax = 100
const planName = 'import'
const planSchema = z.object({
  at: z.number(),
  collections: z.array(z.object({ id: z.string(), name: z.string(), images: z.array(z.string()) })),
  // absent in a plan of an earlier version
  videoCollections: z.array(z.object({ id: z.string(), name: z.string(), videos: z.array(z.string()) })).default([]),
  folders: z.array(portableFolderSchema.extend({ parentId: z.string().nullable() })).default([]),
  storyboards: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        entries: z.array(z.object({ id: z.string(), videoId: z.string(), position: z.number() })),
      }),
    )
    .default([]),
})
type Plan = z.infer<typeof planSchema>

export interface ImportStepsParts {
  readonly database: Database
  readonly writer: ImportWriter
  /** Called after every transaction with its number of rows. */
  readonly onStep?: (rows: number) => void
}

/**
 * Writes an import all or nothing, in many short transactions that keep nobody waiting. Rows stay hidden until all are
 * there. `decide` is the only step between nothing and all: an import that ends before it is removed, one that ends
 * after it is completed.
 */
export class ImportSteps {
  private readonly parts: ImportStepsParts
  private readonly items: ItemsUnderWay
  private readonly preferences: Preferences
  private readonly imageCollections: ItemCollections
  private readonly videoCollections: ItemCollections
  private readonly folders: ChatFolders
  private readonly storyboards: Storyboards
  private readonly messages: Messages

  constructor(parts: ImportStepsParts) {
    this.parts = parts
    this.items = new ItemsUnderWay(parts.database)
    this.preferences = new Preferences(parts.database)
    this.imageCollections = new ItemCollections(parts.database, 'image')
    this.videoCollections = new ItemCollections(parts.database, 'video')
    this.folders = new ChatFolders(parts.database)
    this.storyboards = new Storyboards(parts.database)
    this.messages = new Messages(parts.database)
  }

  /**
   * Writes all items hidden and returns the data that `decide` needs. Throws an AppFailure: `import_damaged` for two
   * items with one id or a message whose parent is missing, or the disk's error. After a throw the caller must remove
   * everything that was written.
   */
  async writeRows(staged: Iterable<Staged>, now: number, signal: AbortSignal): Promise<Plan> {
    const writing = new WritingImport(this.parts.database)
    const values = staged[Symbol.iterator]()
    for (let more = true; more; ) {
      more = await this.runStep(signal, (pace) => {
        for (let rows = 0; rows < rowsMax; rows += 1) {
          if (rows > 0 && pace.isDue) return rows
          const next = values.next()
          if (next.done === true) return rows === 0 ? writing.endImport() : rows
          this.parts.writer.writeItem(next.value, writing, now)
        }
        return rowsMax
      })
    }
    const pace = new Pace()
    for (const [conversationId, leafId] of writing.leaves) {
      await pace.yieldIfDue(signal)
      if (this.messages.conversationOf(leafId) !== conversationId)
        fail('import_damaged', 'a conversation that ends with a message of another one')
    }
    return {
      at: now,
      folders: [...writing.folders.values()],
      collections: [...writing.imageCollections].map(([id, { name, items }]) => ({ id, name, images: [...items] })),
      videoCollections: [...writing.videoCollections].map(([id, { name, items }]) => ({
        id,
        name,
        videos: [...items],
      })),
      storyboards: [...writing.storyboards].map(([id, { name, entries }]) => ({ id, name, entries })),
    }
  }

  /** Commits the import durably; only showing it remains. */
  decide(plan: Plan): void {
    this.parts.database.durably(() => this.preferences.set(planName, JSON.stringify(plan)))
  }

  /** Shows a committed import. When the disk refuses, the next start continues. */
  async showCommitted(): Promise<void> {
    const plan = this.plan()
    if (plan === null) return
    const never = new AbortController().signal
    const filled = [
      ...plan.collections.map(({ images, ...about }) => ({
        ...about,
        items: images,
        collections: this.imageCollections,
      })),
      ...plan.videoCollections.map(({ videos, ...about }) => ({
        ...{ ...about, items: videos, collections: this.videoCollections },
      })),
    ]
    for (const { collections, id, items, name } of filled)
      for (let at = 0; at === 0 || at < items.length; at += rowsMax)
        await this.runStep(never, () => {
          const some = items.slice(at, at + rowsMax)
          if (collections.findCollection(id) === null) collections.putCollection(id, name, plan.at)
          collections.setItems(id, some, true)
          return some.length
        })
    for (const { id, name, entries } of plan.storyboards)
      for (let at = 0; at < entries.length; at += rowsMax)
        await this.runStep(never, () => {
          const some = entries.slice(at, at + rowsMax)
          this.storyboards.putImported({ id, name, createdAt: plan.at }, some)
          return some.length
        })
    // parents come before their children in the plan; a folder that exists already stays unchanged
    this.parts.database.transaction(() => {
      for (const folder of plan.folders) {
        const { length } = this.folders.allFolders()
        if (length >= foldersMax || this.folders.findFolder(folder.id) !== null) continue
        const around = folder.parentId === null ? null : this.folders.findFolder(folder.parentId)
        // nested once: the one around it may be in a folder here
        const parentId = around?.parentId ?? around?.id ?? null
        this.folders.putFolder({ ...folder, parentId, collapsed: false }, plan.at)
      }
    })
    while (await this.runStep(never, () => this.items.showItems(rowsMax, plan.at)));
    this.parts.database.durably(() => this.preferences.set(planName, null))
  }

  /** Removes an uncommitted import. An abort of `signal` ends it between two steps; it can be continued. */
  async takeBack(signal: AbortSignal): Promise<void> {
    while (await this.runStep(signal, () => this.items.removeItems(rowsMax)));
  }

  /** Shows or removes the import of an earlier run; returns which of both. Throws as those methods do. */
  async recoverImport(signal: AbortSignal): Promise<'shown' | 'taken back' | null> {
    if (this.plan() !== null) {
      await this.showCommitted()
      return 'shown'
    }
    if (!this.items.any()) return null
    await this.takeBack(signal)
    return 'taken back'
  }

  /** Returns the ids of the files of the unfinished import. */
  mediaIds(): readonly string[] {
    return this.items.mediaIds()
  }

  /** Runs one transaction; returns whether there was anything to do. */
  private async runStep(signal: AbortSignal, run: (pace: Pace) => number): Promise<boolean> {
    signal.throwIfAborted()
    const pace = new Pace()
    const rows = contradictionsNamed(() => this.parts.database.transaction(() => run(pace)))
    this.parts.onStep?.(rows)
    await pace.yieldNow()
    return rows > 0
  }

  private plan(): Plan | null {
    const text = this.preferences.get(planName)
    return text === null ? null : planSchema.parse(JSON.parse(text))
  }
}

function contradictionsNamed<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (!code.startsWith('SQLITE_CONSTRAINT')) throw cause
    throw new AppFailure(appError('import_damaged', `it contradicts itself (${code})`), { cause })
  }
}
