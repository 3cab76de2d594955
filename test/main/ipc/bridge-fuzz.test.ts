import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../src/main/app.ts'
import type { App } from '../../../src/main/application.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { databasePath } from '../../../src/main/storage/open.ts'
import { AppClient } from '../../fakes/app-client.ts'
import { BridgeFuzz, problemWith } from '../../fakes/bridge-fuzz.ts'
import { type TestPlatform, testPlatform } from '../../fakes/platform.ts'

let platform: TestPlatform
let dispose: () => void
let app: App
beforeEach(async () => {
  ;({ platform, dispose } = testPlatform())
  app = await createApp(platform, { demo: true })
})
afterEach(async () => {
  await app.close()
  dispose()
})

test('every mutated call is answered within the contract, and the database stays intact', async () => {
  const seed = Number(process.env.BRIDGE_SEED ?? 20_261_122)
  const fuzz = new BridgeFuzz(seed, ['demo'])
  const problems: string[] = []
  let answered = 0
  for (let count = 0; count < 4000; count += 1) {
    const message = fuzz.next()
    if (message.id === null) continue
    const frame: { readonly name: unknown; readonly input: unknown } = JSON.parse(message.text)
    const result = await app.call(frame.name, frame.input)
    answered += 1
    const problem = problemWith(message, result)
    if (problem !== null) problems.push(problem)
    fuzz.learn(result)
  }
  expect(problems, `BRIDGE_SEED=${seed}`).toEqual([])
  expect(answered).toBeGreaterThan(3500)
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  expect((await new AppClient(() => app).call('app.info', {})).version).toBe(platform.version)
  await app.close()
  const database = new Database(databasePath(platform.paths.data), { readonly: true })
  expect(database.pragma('integrity_check(1)')).toBe('ok')
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  database.close()
})
