import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/main/storage/database.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { openStorage } from '../../../src/main/storage/open.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { fillDataFolder } from '../../fakes/filled-folder.ts'
import { randomFrom } from '../../fakes/seeded-random.ts'

let root: string
let good: Buffer
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atelier-damaged-'))
  await fillDataFolder(root, { messages: 300, files: 0 })
  good = readFileSync(join(root, 'atelier.db'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/**
 * Opens a data folder with these bytes as its database: set aside unchanged, or the number of readable messages among
 * 300.
 */
function openedWith(bytes: Buffer): 'aside' | number {
  const folder = mkdtempSync(join(root, 'tried-'))
  const path = join(folder, 'atelier.db')
  writeFileSync(path, bytes)
  const { database, notices } = openStorage(folder, 5)
  try {
    const [notice] = notices
    if (notice?.code === 'database_set_aside') {
      expect(readFileSync(join(folder, notice.folder, 'atelier.db')).equals(bytes)).toBe(true)
      return 'aside'
    }
    return readable(database)
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function readable(database: Database): number {
  const messages = new Messages(database)
  let read = 0
  for (let index = 0; index < 300; index += 1) {
    try {
      if (messages.findMessage(`m-${index}`) !== null) read += 1
    } catch (cause) {
      // an unreadable row is reported as such, and all others are still read
      if (cause instanceof AppFailure) expect(cause.error.code).toBe('storage_damaged')
    }
  }
  return read
}

test('a database with a flipped byte at 100 places is set aside untouched, or its readable part is read', () => {
  const seed = Number(process.env.DAMAGE_SEED ?? 20_261_122)
  console.log(`seed ${seed}`)
  const random = randomFrom(seed)
  const outcomes = Array.from({ length: 100 }, () => {
    const changed = Buffer.from(good)
    const place = Math.floor(random() * changed.length)
    changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(random() * 8))
    return openedWith(changed)
  })
  const read = outcomes.filter((outcome) => outcome !== 'aside')
  expect(Math.min(...read)).toBeGreaterThan(200)
  expect(read.filter((count) => count === 300).length).toBeGreaterThan(50)
})

test('a database cut anywhere is set aside untouched, or its readable part is read', () => {
  for (let part = 1; part < 12; part += 1) openedWith(good.subarray(0, Math.floor((good.length * part) / 12)))
  expect(openedWith(good.subarray(0, 3000))).toBe('aside')
})
