import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { craftedZip } from '../../../fakes/crafted-zip.ts'
import { holdingsOf } from '../../../fakes/filled-folder.ts'
import { TransferApp, transferFixture } from '../../../fakes/transfer.ts'

let app: TransferApp
beforeEach(async () => {
  app = await TransferApp.start()
})
afterEach(async () => {
  await app.close()
  app.remove()
})

const mb = 1024 * 1024
const json = { name: 'conversations.json', bytes: transferFixture('chatgpt.json') }

describe('a malicious archive', () => {
  test.each([
    ['whose entries share their bytes', [json, { name: 'file-AbC123-kettle.png', bytes: json.bytes, at: 0 }]],
    ['that names a file twice', [json, { ...json, bytes: Buffer.from('[]') }]],
    [
      'of many files that unpack to far more',
      [json, ...Array.from({ length: 20 }, (_, index) => ({ name: `${index}.png`, bytes: Buffer.alloc(6 * mb) }))],
    ],
    ['whose file is shorter than it says', [{ ...json, claimed: json.bytes.length + 1 }]],
    ['whose file is longer than it says', [{ ...json, claimed: json.bytes.length - 1 }]],
  ])('%s is refused when looked into and when taken, and leaves nothing', async (_name, entries) => {
    const before = holdingsOf(app.folder)
    const zip = craftedZip(entries)
    const inspected = app.give(zip, 'export.zip')
    expect(await app.refusal('transfer.inspect', { token: inspected })).toBe('import_damaged')
    expect(await app.refusal('transfer.import', { token: app.give(zip, 'export.zip') })).toBe('import_damaged')
    await app.call('transfer.cancel', {})
    expect(holdingsOf(app.folder)).toEqual(before)
  })

  test('an archive of highly compressed but valid files is accepted', async () => {
    const zip = craftedZip([
      json,
      { name: 'log.txt', bytes: Buffer.alloc(6 * mb) },
      { name: 'x.bin', bytes: randomBytes(mb) },
    ])
    expect((await app.call('transfer.import', { token: app.give(zip, 'export.zip') })).added.conversations).toBe(1)
  })
})
