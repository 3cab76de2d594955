/**
 * Composes an app in a separate process and sends a backup to a place, to be killed at any moment. Arguments: data
 * folder, and the place as JSON. Prints `begun` at the beginning, `sending` when the first pack is
 * sent, and `done` at the end or the code of the failure.
 */
import { writeSync } from 'node:fs'
import { placeTargetSchema } from '../../src/shared/places.ts'
import { PlacedApp, placePassphrase } from './placed-app.ts'

const [data = '', place = ''] = process.argv.slice(2)
const { id, secret, target } = JSON.parse(place)
const here = new PlacedApp(data)
await here.open()
// this computer has no keychain
await here.client.call('backups.setPassphrase', { passphrase: placePassphrase })
const saved = { id: String(id), name: 'Away', target: placeTargetSchema.parse(target) }
await here.client.call('places.save', { ...saved, secret: secret === null ? null : String(secret) })
void here.platform.events
  .until('places.changed', ({ work }) => work?.step === 'sending')
  .then(() => writeSync(1, 'sending\n'))
writeSync(1, 'begun\n')
const sent = await here.send(saved.id)
await here.close()
writeSync(1, sent.failed === null ? 'done\n' : `failed ${sent.failed.error.code}\n`)
