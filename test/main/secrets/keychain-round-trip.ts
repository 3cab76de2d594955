// Run by keychain.test.ts in a separate D-Bus session; prints one line of JSON.
import { findCredentials } from '@napi-rs/keyring'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'

const clock = {
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
const logged: string[] = []
const log = (level: string, event: string) => {
  logged.push(`${level} ${event}`)
}
const account = 'connection:round-trip'
const secret = 'sk-round-trip-密钥'

const keychain = createKeychain({ clock, log, patienceMs: 5000 })
const seen: Record<string, unknown> = {}
seen.status = await keychain.status()
seen.before = await keychain.get(account)
seen.set = await keychain.set(account, secret)
// a new object, as after a restart, so its data come from the keychain
seen.after = await createKeychain({ clock, log, patienceMs: 5000 }).get(account)
seen.same = await keychain.get(account)
await keychain.delete(account)
seen.deleted = await createKeychain({ clock, log, patienceMs: 5000 }).get(account)
seen.statusAfter = await keychain.status()
try {
  seen.left = findCredentials('Atelier').map((credential) => credential.account)
} catch {
  seen.left = []
}
seen.logged = logged
process.stdout.write(`${JSON.stringify(seen)}\n`)
process.exit(0)
