import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFolderPlace } from '../../../../src/main/places/folder-place.ts'
import { Exchange } from '../../../../src/main/services/sync/exchange.ts'
import type { FilePlace } from '../../../../src/main/services/sync/file-seal.ts'
import { GroupSeal } from '../../../../src/main/services/sync/group-seal.ts'
import { HistoryState } from '../../../../src/main/services/sync/history-state.ts'
import { keysFrom } from '../../../fakes/group-keys.ts'
import { Choices } from '../../../fakes/seeded-random.ts'
import { addMessage, MemoryLedger, smallSizes } from '../../../fakes/sync-world.ts'

const writers = ['11111111-2222-4333-8444-555555555555', '66666666-7777-4888-8999-aaaaaaaaaaaa'] as const
const place: FilePlace = { folder: 'heads', writer: writers[0], from: 1, to: 3 }
const content = new TextEncoder().encode('渡口 and a harbour at night')
const seal = new GroupSeal(keysFrom('our group'))

describe('a sealed file', () => {
  test('opens in its place, and the same content there has the same bytes', () => {
    const sealed = seal.sealFile(place, content)
    expect(seal.openFile(place, sealed)).toEqual(Buffer.from(content))
    expect(seal.sealFile(place, content)).toEqual(sealed)
    expect(seal.openFile(place, seal.sealFile(place, new Uint8Array()))).toHaveLength(0)
  })

  test('opens in no other folder, range or group, and not for another writer', () => {
    const sealed = seal.sealFile(place, content)
    for (const other of [{ folder: 'log' }, { writer: writers[1] }, { from: 2 }, { to: 4 }])
      expect(seal.openFile({ ...place, ...other }, sealed), JSON.stringify(other)).toBeNull()
    const { epochs } = keysFrom('our group')
    expect(new GroupSeal({ group: 'another group', epochs }).openFile(place, sealed)).toBeNull()
    expect(new GroupSeal(keysFrom('other keys')).openFile(place, sealed)).toBeNull()
  })

  test('the same content has other bytes in another place', () => {
    const one = Buffer.from(seal.sealFile(place, content))
    const other = Buffer.from(seal.sealFile({ ...place, to: 4 }, content))
    expect(one.subarray(-40).equals(other.subarray(-40))).toBe(false)
  })

  test('does not open if any bit is flipped, or an end is missing (seed 20261201)', () => {
    const choices = new Choices(20261201)
    const sealed = seal.sealFile(place, content)
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(seal.openFile(place, changed), `bit ${bit}`).toBeNull()
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(seal.openFile(place, sealed.subarray(0, length))).toBeNull()
    for (let run = 0; run < 200; run += 1) {
      const noise = Uint8Array.from({ length: choices.below(200) }, () => choices.below(256))
      expect(seal.openFile(place, noise)).toBeNull()
    }
  })

  test('of an earlier epoch opens; one of a later epoch does not', () => {
    const two = new GroupSeal(keysFrom('our group', [1, 2]))
    expect(two.openFile(place, seal.sealFile(place, content))).toEqual(Buffer.from(content))
    expect(seal.openFile(place, two.sealFile(place, content))).toBeNull()
  })

  test('needs keys of 32 bytes', () => {
    expect(() => new GroupSeal({ group: 'g', epochs: new Map() })).toThrow(RangeError)
    expect(() => new GroupSeal({ group: 'g', epochs: new Map([[1, new Uint8Array(16)]]) })).toThrow(RangeError)
  })
})

describe('a place with sealed files', () => {
  function computer(index: 0 | 1, folder: Awaited<ReturnType<typeof openFolderPlace>>, words = 'our group') {
    const ledger = new MemoryLedger(writers[index], new HistoryState())
    return {
      ledger,
      exchange: new Exchange({
        place: folder,
        root: 'g',
        ledger,
        sizes: smallSizes,
        seal: new GroupSeal(keysFrom(words)),
      }),
    }
  }

  test('holds no word of the history, and another group reads nothing', async () => {
    const path = mkdtempSync(join(tmpdir(), 'atelier-sealed-'))
    const folder = await openFolderPlace(path, import.meta.dirname)
    const [one, two, stranger] = [computer(0, folder), computer(1, folder), computer(1, folder, 'strangers')]
    for (let at = 0; at < 40; at += 1) {
      addMessage(one.ledger, `canary-${at} 渡口`)
      if (at % 7 === 0) await one.exchange.round()
    }
    await one.exchange.round()
    await two.exchange.round()
    await stranger.exchange.round()
    expect(two.ledger.state.tipOf(writers[0])?.number).toBe(40)
    expect(stranger.ledger.state.tipOf(writers[0])).toBeUndefined()
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(1)
    for (const { name, parentPath } of files) {
      const bytes = readFileSync(join(parentPath, name)).toString('latin1')
      expect(`${name} ${bytes}`).not.toMatch(/canary|our group/)
      expect(bytes).toMatch(/^ATELIER SYNC 1\n/)
    }
    rmSync(path, { recursive: true })
  })
})
