/**
 * Composes an app in a separate process and makes or restores a backup, to be killed at any moment. Arguments: data
 * folder, `make` or `restore`, and for a restore the backup's name. Prints `begun` at the beginning, `restart` when the
 * app has ended to start with the restored data, and `done` at the end.
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import { AppClient } from './app-client.ts'
import { testPlatform } from './platform.ts'

const [data = '', what = '', name = ''] = process.argv.slice(2)
const { platform } = testPlatform({
  paths: { data, resources: join(import.meta.dirname, '../../resources') },
  restart: () => void writeSync(1, 'restart\n'),
})
let app: App = await createApp(platform, { demo: false })
const client = new AppClient(() => app)
writeSync(1, 'begun\n')
if (what === 'make') await client.call('backups.make', { passphrase: null })
else {
  await client.call('backups.restore', { name, passphrase: null })
  // as the shell does afterwards
  app = await createApp(platform, { demo: false })
}
await app.close()
process.stdout.write('done\n')
