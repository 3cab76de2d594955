import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foreignSamples, longChatGpt, TransferApp } from '../../../fakes/transfer.ts'

let app: TransferApp
let started: Worker[]
const count = (worker: Worker): void => {
  if (worker.threadName === 'import') started.push(worker)
}
beforeEach(async () => {
  started = []
  app = await TransferApp.start()
  process.on('worker', count)
})
afterEach(async () => {
  process.off('worker', count)
  await app.close()
  app.remove()
})

const running = (): number => started.filter(({ threadId }) => threadId !== -1).length

test.each(Object.values(foreignSamples))('one thread looks into $name and takes it', async ({ bytes, name }) => {
  const token = app.give(bytes(), name)
  const { counts } = await app.call('transfer.inspect', { token })
  const { added } = await app.call('transfer.import', { token })
  expect(added.messages).toBe(counts.messages)
  expect(started).toHaveLength(1)
  expect(readdirSync(join(app.folder, 'media', 'incoming'))).toEqual([])
})

test('one thread reads file after file, each from its beginning', async () => {
  for (const { bytes, name } of Object.values(foreignSamples)) {
    const { added } = await app.call('transfer.import', { token: app.give(bytes(), name) })
    expect(added.conversations).toBeGreaterThan(0)
  }
  expect(started).toHaveLength(1)
})

test('a refused file ends its thread, and the next file gets a new one', async () => {
  expect(await app.refusal('transfer.inspect', { token: app.give('[{"mapping": 1}', 'a.json') })).toBe('import_damaged')
  expect(running()).toBe(0)
  const { bytes, name } = foreignSamples.chatgpt
  await app.call('transfer.import', { token: app.give(bytes(), name) })
  expect(started).toHaveLength(2)
})

test('a large file leaves no thread behind', async () => {
  const bytes = Buffer.concat([longChatGpt(100), Buffer.alloc(33 * 1024 * 1024, ' ')])
  await app.call('transfer.inspect', { token: app.give(bytes, 'a.json') })
  expect([started.length, running()]).toEqual([1, 0])
})

test('every thread ends with the app', async () => {
  const { bytes, name } = foreignSamples.chatbox
  await app.call('transfer.inspect', { token: app.give(bytes(), name) })
  expect(running()).toBe(1)
  await app.close()
  expect(running()).toBe(0)
})
