import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdingsOf } from '../../../fakes/filled-folder.ts'
import { hostileImports } from '../../../fakes/hostile-imports.ts'
import { foreignSamples, TransferApp } from '../../../fakes/transfer.ts'

let app: TransferApp
beforeAll(async () => {
  app = await TransferApp.start()
  const { bytes, name } = foreignSamples.chatgpt
  await app.call('transfer.import', { token: app.give(bytes(), name) })
})
afterAll(async () => {
  await app.close()
  app.remove()
})

/** Files left in the staging folder. */
function leftovers(): readonly string[] {
  const folder = join(app.folder, 'media', 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}

const refused = hostileImports.filter(({ refusal }) => refusal !== null)
const taken = hostileImports.filter(({ refusal }) => refusal === null)

describe('a malicious import', () => {
  test.each(refused)(
    'a hostile import is refused in the preview and the import, and leaves nothing: $name',
    async (hostile) => {
      const before = holdingsOf(app.folder)
      const bytes = hostile.bytes()
      expect(await app.refusal('transfer.inspect', { token: app.give(bytes, hostile.file) })).toBe(hostile.refusal)
      expect(await app.refusal('transfer.import', { token: app.give(bytes, hostile.file) })).toBe(hostile.refusal)
      expect(holdingsOf(app.folder)).toEqual(before)
      expect(leftovers()).toEqual([])
    },
  )

  test.each(taken)('an unusual import is accepted as far as it is valid, and can be read: $name', async (hostile) => {
    const bytes = hostile.bytes()
    await app.call('transfer.inspect', { token: app.give(bytes, hostile.file) })
    await app.call('transfer.import', { token: app.give(bytes, hostile.file) })
    const { conversations } = await app.call('chat.list', { query: '', offset: 0, limit: 100 })
    for (const { id } of conversations) await app.call('chat.open', { conversationId: id, limit: 20 })
    expect(Object.prototype).not.toHaveProperty('polluted')
    expect(leftovers()).toEqual([])
  })
})
