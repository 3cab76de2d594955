import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskLedger, openLedger } from '../../src/main/services/sync/disk-ledger.ts'
import type { SyncLedger } from '../../src/main/services/sync/sync-ledger.ts'
import { Database, type Statement } from '../../src/main/storage/database.ts'
import { SyncRows } from '../../src/main/storage/sync-rows.ts'
import { Choices } from './seeded-random.ts'
import type { SimulatedLedgers } from './sync-simulation.ts'
import { Interrupted } from './sync-world.ts'

/** The end of a process within the ledger. */
export class ProcessEnded extends Interrupted {}

/** A database whose process ends before some of its changes. */
export class FragileDatabase extends Database {
  private readonly choices: Choices
  private readonly chance: number

  constructor(path: string, choices: Choices, chance: number) {
    super(path)
    this.choices = choices
    this.chance = chance
  }

  override prepare(sql: string): Statement {
    const statement = super.prepare(sql)
    if (/^\s*SELECT/.test(sql)) return statement
    return {
      ...statement,
      run: (...values) => {
        if (this.choices.random() < this.chance) throw new ProcessEnded('the process ended')
        return statement.run(...values)
      },
    }
  }
}

/** Ledgers in files, whose processes end between any two statements. */
export class FragileLedgers implements SimulatedLedgers {
  interruptions = 0
  private readonly folder = mkdtempSync(join(tmpdir(), 'atelier-ledgers-'))
  private readonly choices: Choices
  private readonly chance: number

  constructor(seed: number, chance: number) {
    this.choices = new Choices(seed)
    this.chance = chance
  }

  makeLedger(writer: string): SyncLedger {
    if (existsSync(this.pathOf(writer))) throw new Error('a second ledger of one writer')
    openLedger(this.pathOf(writer), writer, () => writer).close()
    return this.open(writer)
  }

  reopen(ledger: SyncLedger): SyncLedger {
    this.interruptions += 1
    if (ledger instanceof DiskLedger) ledger.close()
    // a ledger that is not found as it was would begin again under this name
    openLedger(this.pathOf(ledger.writer), ledger.writer, () => 'lost').close()
    return this.open(ledger.writer)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  private open(writer: string): DiskLedger {
    return new DiskLedger(new SyncRows(new FragileDatabase(this.pathOf(writer), this.choices, this.chance)))
  }

  private pathOf(writer: string): string {
    return join(this.folder, `${writer}.db`)
  }
}
