// Updates an AppImage in a process that a test kills: node update-process.ts FOLDER.
import { join } from 'node:path'
import { createUpdater } from '../../src/main/electron/updates/electron-updater.ts'
import { systemClock } from '../../src/main/system-clock.ts'

const folder = process.argv[2] ?? ''
const updater = createUpdater({
  ...{ version: '1.0.0', isPackaged: true, platform: 'linux', program: process.execPath, fetch, clock: systemClock },
  environment: process.env,
  resources: folder,
  keys: folder,
  log: () => undefined,
  relaunch: () => undefined,
  quit: () => undefined,
})
if (updater === null) throw new Error(`no feed in ${join(folder, 'app-update.yml')}`)
await updater.check('stable')
const say = (text: string): unknown => process.stdout.write(`${text}\n`)
await updater.download((share) => say(`share ${share}`), new AbortController().signal)
say('downloaded')
updater.arm('quit')
updater.atEnd()
say('installed')
