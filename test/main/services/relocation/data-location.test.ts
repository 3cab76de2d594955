import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataFolderOf, readLocation, writeLocation } from '../../../../src/main/services/relocation/data-location.ts'
import { folderWords } from '../../../../src/main/services/relocation/folder-words.ts'
import { openDataFolder } from '../../../../src/main/services/relocation/open-data-folder.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'

let root: string
let home: string
const elsewhere = (): string => join(root, 'elsewhere')
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atelier-location-'))
  home = join(root, 'home')
  mkdirSync(home)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'ok'
  } catch (cause) {
    return cause instanceof AppFailure ? cause.error.code : String(cause)
  }
}

describe('the pointer to the data folder', () => {
  test('the pointer of data that were never moved is empty', () => {
    expect(readLocation(home)).toBeNull()
    expect(dataFolderOf(home)).toBe(home)
  })

  test('the pointer leads to the folder that it names, if it contains data', () => {
    mkdirSync(elsewhere())
    writeFileSync(join(elsewhere(), 'atelier.db'), '')
    const location = { folder: elsewhere(), movedAt: 1, left: { folder: home, files: 2, bytes: 3 } }
    writeLocation(home, location)
    expect(readLocation(home)).toEqual(location)
    expect(dataFolderOf(home)).toBe(elsewhere())
    expect(readdirSync(home)).toEqual(['location.json'])
  })

  test.each([
    '',
    'x',
    '[]',
    '{}',
    '{"folder":"relative","movedAt":1,"left":null}',
    '{"folder":"","movedAt":1,"left":null}',
    '{"folder":7,"movedAt":1,"left":null}',
    '{"folder":"/a","movedAt":1,"left":null,"more":1}',
    `{"folder":"/${'a'.repeat(5000)}","movedAt":1,"left":null}`,
    '{"folder":"/a","movedAt":1,"left":nul',
  ])('that makes no sense is refused, never passed over: %#', (text) => {
    writeFileSync(join(home, 'location.json'), text)
    expect(codeOf(() => dataFolderOf(home))).toBe('location_unreadable')
  })

  test('a pointer that is a folder is refused', () => {
    mkdirSync(join(home, 'location.json'))
    expect(codeOf(() => dataFolderOf(home))).toBe('storage_read_only')
  })
})

describe('a missing data folder', () => {
  const start = () => openDataFolder({ folder: home, chosen: false, shell: 'browser', clock: systemClock })

  test.each(['gone', 'an empty mount point'])('a missing folder begins no empty library: %s', async (how) => {
    if (how !== 'gone') mkdirSync(elsewhere())
    writeLocation(home, { folder: elsewhere(), movedAt: 1, left: null })
    await expect(start()).rejects.toMatchObject({ error: { code: 'data_folder_missing', detail: elsewhere() } })
    expect(existsSync(join(elsewhere(), 'lock.db'))).toBe(false)
    expect(readdirSync(home)).toEqual(['location.json'])
  })

  test('a missing folder is irrelevant if another was named for this run', async () => {
    writeLocation(home, { folder: elsewhere(), movedAt: 1, left: null })
    const opened = await openDataFolder({ folder: home, chosen: true, shell: 'browser', clock: systemClock })
    if ('taken' in opened) throw new Error('taken')
    expect(opened).toMatchObject({ data: home, outcome: null })
    await opened.claim.release()
  })

  test('a missing folder is reported in both languages, with a solution', () => {
    for (const code of ['data_folder_missing', 'location_unreadable'] as const) {
      const error = {
        code,
        detail: '/x',
        status: null,
        gatewayCode: null,
        gatewayMessage: null,
        requestId: null,
        retryAfterMs: null,
      }
      expect(folderWords('en-US', error)).toMatch(/\/x\n.*(connect|Bring)/)
      expect(folderWords('zh-CN', error)).toMatch(/\/x\n.*请/)
      expect(folderWords('en', { ...error, code: 'storage_full' })).toBeNull()
    }
  })
})
