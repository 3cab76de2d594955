import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DiskLedger, openLedger } from '../../../../src/main/services/sync/disk-ledger.ts'
import * as exchange from '../../../../src/main/services/sync/exchange.ts'
import * as state from '../../../../src/main/services/sync/history-state.ts'
import * as shown from '../../../../src/main/services/sync/shown-value.ts'
import * as version from '../../../../src/main/services/sync/version.ts'
import { syncPath } from '../../../../src/main/storage/sync-database.ts'
import { FragileLedgers } from '../../../fakes/sync-disk.ts'
import { simulateSync } from '../../../fakes/sync-simulation.ts'

const modules = { exchange, state, shown, version }
const { makeVersion } = version
const desk = '11111111-2222-4333-8444-555555555555'
const laptop = '66666666-7777-4888-8999-aaaaaaaaaaaa'
const title = { item: 'c', entity: 'chat', row: 'c', field: 'title' }

let folder = ''
let open: DiskLedger[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-ledger-'))
})

afterEach(() => {
  for (const ledger of open) ledger.close()
  open = []
  rmSync(folder, { recursive: true, force: true })
})

function openAs(writer: string): DiskLedger {
  const ledger = openLedger(syncPath(folder), writer, () => laptop)
  open.push(ledger)
  return ledger
}

function reopened(ledger: DiskLedger): DiskLedger {
  ledger.close()
  open = open.filter((other) => other !== ledger)
  return openAs(ledger.writer)
}

/** Makes the next version of a writer in a state. */
function write({ state: present }: Pick<DiskLedger, 'state'>, writer: string, value: string, over = true) {
  const tip = present.tipOf(writer)
  const before = over ? present.versionsOf(title).map(({ dot }) => dot) : []
  const frame = { writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: 1 }
  return makeVersion(frame, { kind: 'value', register: title, value, over: before, seen: null })
}

describe('a ledger on the disk', () => {
  test('goes on after a restart with what it had', () => {
    const ledger = openAs('')
    ledger.addOwn(write(ledger, laptop, 'Harbour'))
    ledger.applyVersions([write(ledger, desk, 'Ferry')])
    ledger.addOwn(write(ledger, laptop, 'Lighthouse', false))
    ledger.noteHead('head')
    ledger.noteSealed(1)
    ledger.noteRead('one')
    ledger.noteRead('two')
    ledger.forgetRead(['two', 'three'])
    const before = ledger.state.snapshot()
    const after = reopened(ledger)
    expect(after.state.snapshot()).toEqual(before)
    expect(after.ownVersions(1, 2).map(({ text }) => JSON.parse(text).value)).toEqual(['Harbour', 'Lighthouse'])
    expect([after.headName(), after.sealedTo(), after.hasRead('one'), after.hasRead('two')]).toEqual([
      'head',
      1,
      false,
      true,
    ])
  })

  test('keeps versions that were replaced or erased before they came', () => {
    const source = new state.HistoryState()
    const first = write({ state: source }, desk, 'Harbour')
    source.apply(first)
    const second = write({ state: source }, laptop, 'Ferry')
    source.apply(second)
    const erasure = makeVersion(
      { writer: laptop, number: 2, previous: second.dot.hash, stamp: 3 },
      { kind: 'erasure', item: 'other', seen: new Map([[desk, 5]]) },
    )
    const ledger = openAs('')
    ledger.applyVersions([second, erasure])
    const after = reopened(ledger)
    expect(after.state.snapshot()).toMatchObject({ dead: [[version.dotKey(first.dot), version.registerKey(title)]] })
    expect(after.state.snapshot().erasures).toEqual([{ item: 'other', seen: new Map([[desk, 5]]) }])
    after.applyVersions([first])
    expect(reopened(after).state.snapshot().versions).toEqual([second])
  })

  test('gives the data folder a new writer when its file is gone, damaged, or of another writer', () => {
    const ledger = openAs('')
    ledger.addOwn(write(ledger, laptop, 'Harbour'))
    ledger.close()
    open = []
    expect(openAs(desk).state.snapshot().versions).toEqual([])
    for (const each of open) each.close()
    open = []
    const path = syncPath(folder)
    writeFileSync(path, Buffer.alloc(statSync(path).size, 'rubbish'))
    const fresh = openAs(laptop)
    expect([fresh.writer, fresh.state.snapshot().versions]).toEqual([laptop, []])
    expect(readFileSync(path).subarray(0, 6).toString()).toBe('SQLite')
  })

  test('changes nothing when a version of its own does not follow the last one', () => {
    const ledger = openAs('')
    const first = write(ledger, laptop, 'Harbour')
    ledger.addOwn(first)
    expect(() => ledger.addOwn(first)).toThrow()
    expect(ledger.state.snapshot().versions).toEqual([first])
  })
})

test('computers whose processes end between any two statements get one history', async () => {
  let interruptions = 0
  for (let seed = 1; seed <= 3; seed += 1) {
    const ledgers = new FragileLedgers(seed, 0.004)
    try {
      const { problems } = await simulateSync(modules, seed, ledgers)
      expect(problems, `seed ${seed}`).toEqual([])
      interruptions += ledgers.interruptions
    } finally {
      ledgers.remove()
    }
  }
  expect(interruptions).toBeGreaterThan(25)
})
