/**
 * Composes an app in a separate process and imports a file, to be killed at any moment. Arguments: data folder and
 * file. Prints `begun` at the beginning, `writing` when writing begins, and `done` at the end.
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import { AppClient } from './app-client.ts'
import { testPlatform } from './platform.ts'

const [data = '', path = ''] = process.argv.slice(2)
const { platform } = testPlatform({ paths: { data, resources: join(import.meta.dirname, '../../resources') } })
const app = await createApp(platform, { demo: false })
void platform.events
  .until('transfer.changed', ({ work }) => work?.stage === 'writing')
  .then(() => writeSync(1, 'writing\n'))
const token = app.importFile({ path, name: 'given.zip', temporary: false })
writeSync(1, 'begun\n')
await new AppClient(() => app).call('transfer.import', { token })
await app.close()
process.stdout.write('done\n')
