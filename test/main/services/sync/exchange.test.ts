import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFolderPlace } from '../../../../src/main/places/folder-place.ts'
import { Exchange } from '../../../../src/main/services/sync/exchange.ts'
import { ExchangeReader } from '../../../../src/main/services/sync/exchange-reader.ts'
import { ExchangeWriter } from '../../../../src/main/services/sync/exchange-writer.ts'
import { HistoryState } from '../../../../src/main/services/sync/history-state.ts'
import type { SharedPlace } from '../../../../src/main/services/sync/shared-place.ts'
import { shownValue } from '../../../../src/main/services/sync/shown-value.ts'
import { makeVersion } from '../../../../src/main/services/sync/version.ts'
import { MemoryLedger, smallSizes } from '../../../fakes/sync-world.ts'
import { unsealedFiles } from '../../../fakes/unsealed-files.ts'

const root = 'atelier-together-group'
const ids = [
  '11111111-2222-4333-8444-555555555555',
  '66666666-7777-4888-8999-aaaaaaaaaaaa',
  'bbbbbbbb-cccc-4ddd-8eee-ffffffffffff',
]

let folder = ''
let place: SharedPlace
let requests: string[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-sync-'))
  const real = await openFolderPlace(folder, import.meta.dirname)
  requests = []
  const noted = (path: string, request: string) => {
    requests.push(request)
    return path
  }
  place = {
    listFolder: (path) => real.listFolder(noted(path, `LIST ${path}`)),
    readFile: (path, most) => real.readFile(noted(path, `GET ${path}`), most),
    writeFile: (path, bytes) => real.writeFile(noted(path, `PUT ${path}`), bytes),
    removeFile: (path) => real.removeFile(noted(path, `DELETE ${path}`)),
  }
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A computer with a ledger in memory at the real folder. */
class Computer {
  readonly ledger: MemoryLedger
  readonly exchange: Exchange

  constructor(id: string, ledger = new MemoryLedger(id, new HistoryState())) {
    this.ledger = ledger
    this.exchange = new Exchange({ place, root, ledger, sizes: smallSizes, seal: unsealedFiles })
  }

  write(row: string, value: string): void {
    const { state, writer } = this.ledger
    const register = { item: row, entity: 'chat', row, field: 'title' }
    const tip = state.tipOf(writer)
    const over = state.versionsOf(register).map(({ dot }) => dot)
    const frame = { writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: (tip?.number ?? 0) + 1 }
    this.ledger.addOwn(makeVersion(frame, { kind: 'value', register, value, over, seen: null }))
  }

  titles(): readonly unknown[] {
    const versions = this.ledger.state.snapshot().versions
    return versions
      .flatMap(({ change }) => (change.kind === 'value' ? [change.register] : []))
      .map((register) => [register.row, shownValue(this.ledger.state.versionsOf(register), 'each version')?.value])
      .toSorted()
  }
}

const files = (path: string) => readdirSync(join(folder, root, path))

describe('two computers and a folder', () => {
  test('have one history after a round each', async () => {
    const [a, b] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
    a.write('c1', 'Harbour')
    b.write('c2', '渡口')
    expect([await a.exchange.round(), await b.exchange.round(), await a.exchange.round()]).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(a.titles()).toEqual([
      ['c1', 'Harbour'],
      ['c2', '渡口'],
    ])
    expect(b.titles()).toEqual(a.titles())
  })

  test('need one request for a round without news', async () => {
    const [a, b] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
    for (const one of [a, b]) one.write(`c of ${one.ledger.writer}`, 'Harbour')
    for (let round = 0; round < 2; round += 1) for (const one of [a, b]) await one.exchange.round()
    requests = []
    await a.exchange.round()
    expect(requests).toEqual([`LIST ${root}/heads`])
  })

  test('need three requests to write one change, and two to read it', async () => {
    const [a, b] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
    for (const one of [a, b]) one.write(`c of ${one.ledger.writer}`, 'Harbour')
    for (let round = 0; round < 2; round += 1) for (const one of [a, b]) await one.exchange.round()
    a.write('c3', 'News')
    requests = []
    await a.exchange.round()
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['LIST', 'PUT', 'DELETE'])
    requests = []
    await b.exchange.round()
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['LIST', 'GET'])
    expect(b.titles()).toEqual(a.titles())
  })
})

describe('a place that went wrong', () => {
  test('that is empty removes nothing, and is filled again', async () => {
    const [a, b] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
    for (let at = 0; at < 40; at += 1) {
      a.write(`a${at}`, `title ${at}`)
      if (at % 10 === 0) await a.exchange.round()
    }
    b.write('b', 'of b')
    for (let round = 0; round < 2; round += 1) for (const one of [a, b]) await one.exchange.round()
    const before = a.titles()
    expect(before.length).toBe(41)
    rmSync(join(folder, root), { recursive: true })
    for (let round = 0; round < 3; round += 1) for (const one of [a, b]) await one.exchange.round()
    const late = new Computer(ids[2] ?? '')
    expect(await late.exchange.round()).toBe('done')
    for (const one of [a, b, late]) expect(one.titles()).toEqual(before)
  })

  test('that lost the files of a computer which is gone gets them from the others', async () => {
    const [gone, b] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
    gone.write('a', 'of the lost laptop')
    await gone.exchange.round()
    await b.exchange.round()
    rmSync(join(folder, root), { recursive: true })
    for (let round = 0; round < 3; round += 1) await b.exchange.round()
    const late = new Computer(ids[2] ?? '')
    await late.exchange.round()
    expect(late.titles()).toEqual([['a', 'of the lost laptop']])
  })

  test('tells of a snapshot by a head, so that others read it in their next round', async () => {
    const [gone, b, c] = ids.map((id) => new Computer(id))
    gone?.write('a', 'of the lost laptop')
    await gone?.exchange.round()
    await b?.exchange.round()
    rmSync(join(folder, root), { recursive: true })
    await c?.exchange.round()
    for (let round = 0; round < 3; round += 1) await b?.exchange.round()
    await c?.exchange.round()
    expect(c?.titles()).toEqual([['a', 'of the lost laptop']])
  })

  test('with one unreadable file stops its own writer alone', async () => {
    const [a, b, c] = ids.map((id) => new Computer(id))
    a?.write('a', 'of a')
    b?.write('b', 'of b')
    await a?.exchange.round()
    await b?.exchange.round()
    const damaged = files('heads').find((name) => name.startsWith(ids[0] ?? '')) ?? ''
    writeFileSync(join(folder, root, 'heads', damaged), Buffer.alloc(Number(damaged.split('.')[2])))
    expect(await c?.exchange.round()).toBe('incomplete')
    expect(c?.titles()).toEqual([['b', 'of b']])
  })

  test('with strange files beside ours is read as before', async () => {
    const [a, b] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
    a.write('a', 'of a')
    await a.exchange.round()
    for (const name of ['.DS_Store', 'desktop.ini', `${files('heads')[0]}.part`, 'a (conflicted copy).txt'])
      writeFileSync(join(folder, root, 'heads', name), 'rubbish')
    expect(await b.exchange.round()).toBe('done')
    expect(b.titles()).toEqual(a.titles())
  })
})

test('two copies of one disk notice each other, and send nothing more', async () => {
  const a = new Computer(ids[0] ?? '')
  a.write('a', 'before the copy')
  await a.exchange.round()
  const copy = new Computer(ids[0] ?? '', copyOf(a.ledger))
  a.write('a1', 'of the original')
  copy.write('a2', 'of the copy')
  await a.exchange.round()
  const sent = files('heads')
  expect(await copy.exchange.round()).toBe('copied')
  expect(files('heads')).toEqual(sent)
  expect(copy.titles()).toEqual([
    ['a', 'before the copy'],
    ['a2', 'of the copy'],
  ])
})

test('a third computer goes on while two copies of one disk write', async () => {
  const [a, third] = [new Computer(ids[0] ?? ''), new Computer(ids[1] ?? '')]
  a.write('a', 'before the copy')
  await a.exchange.round()
  await third.exchange.round()
  const copy = new Computer(ids[0] ?? '', copyOf(a.ledger))
  a.write('a1', 'of the original')
  await a.exchange.round()
  await third.exchange.round()
  // the copy has not looked yet, and writes over the name of the original
  copy.write('a2', 'of the copy')
  await new ExchangeWriter({
    place,
    reader: new ExchangeReader(place, root, unsealedFiles),
    ledger: copy.ledger,
    sizes: smallSizes,
    seal: unsealedFiles,
  }).writeHead([])
  third.write('b', 'of the third')
  expect(await third.exchange.round()).toBe('incomplete')
  const reader = new Computer(ids[2] ?? '')
  await reader.exchange.round()
  expect(reader.titles()).toContainEqual(['b', 'of the third'])
})

function copyOf(ledger: MemoryLedger): MemoryLedger {
  const copy = new MemoryLedger(ledger.writer, new HistoryState())
  for (const version of ledger.ownVersions(1, 1_000)) copy.addOwn(version)
  copy.noteHead(ledger.headName())
  return copy
}
