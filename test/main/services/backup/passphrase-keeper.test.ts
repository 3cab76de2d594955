import { expect, test } from 'vitest'
import type { Secrets } from '../../../../src/main/platform.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { PassphraseKeeper } from '../../../../src/main/services/backup/passphrase-keeper.ts'
import { ManualClock, memoryStore } from '../../../fakes/platform.ts'

async function kept() {
  const clock = new ManualClock()
  const behind = createMemorySecrets()
  const keychain = { isLocked: false, asked: 0 }
  const secrets: Secrets = {
    ...behind,
    // as a keychain that nobody unlocked in time
    get: async (account) => {
      keychain.asked += 1
      return keychain.isLocked ? null : await behind.get(account)
    },
  }
  const store = memoryStore()
  await new PassphraseKeeper(secrets, store, clock).set('一壶龙井 and a bridge')
  return { clock, keychain, keeper: new PassphraseKeeper(secrets, store, clock) }
}

test('a locked keychain is asked again when the passphrase is needed', async () => {
  const { keychain, keeper } = await kept()
  keychain.isLocked = true
  expect(await keeper.get()).toBeNull()
  keychain.isLocked = false
  expect(await keeper.get()).toBe('一壶龙井 and a bridge')
  expect(await keeper.sealingState()).not.toBe('lost')
  // what it gave is remembered
  const { asked } = keychain
  await keeper.get()
  expect(keychain.asked).toBe(asked)
})

test('pages ask a locked keychain once a minute', async () => {
  const { clock, keychain, keeper } = await kept()
  keychain.isLocked = true
  expect([await keeper.sealingState(), await keeper.sealingState()]).toEqual(['lost', 'lost'])
  expect(keychain.asked).toBe(1)
  keychain.isLocked = false
  clock.advance(61_000)
  expect(await keeper.sealingState()).not.toBe('lost')
})

test('a newly set passphrase ends the uncertainty', async () => {
  const { keychain, keeper } = await kept()
  keychain.isLocked = true
  expect(await keeper.sealingState()).toBe('lost')
  keychain.isLocked = false
  await keeper.set('another one')
  expect(await keeper.sealingState()).not.toBe('lost')
  expect(await keeper.get()).toBe('another one')
})
