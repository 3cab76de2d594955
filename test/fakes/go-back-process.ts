// Goes back, or starts after that, in a process that a test kills: node go-back-process.ts leave|start FOLDER.
import { join } from 'node:path'
import { createUpdater } from '../../src/main/electron/updates/electron-updater.ts'
import { noteGoBack, takeGoBack } from '../../src/main/storage/go-back.ts'
import { migrations } from '../../src/main/storage/migrations.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { systemClock } from '../../src/main/system-clock.ts'

const [, , what, folder = '', copy = ''] = process.argv
const data = join(folder, 'data')
const say = (text: string): unknown => process.stdout.write(`${text}\n`)
if (what === 'leave') {
  const updater = createUpdater({
    ...{ version: '1.1.0', isPackaged: true, platform: 'linux', program: process.execPath, fetch, clock: systemClock },
    environment: process.env,
    resources: folder,
    keys: folder,
    log: () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
  })
  say('begun')
  await updater?.stagePrevious()
  say('staged')
  noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy })
  say('noted')
  updater?.arm('back')
  updater?.atEnd()
} else {
  say('begun')
  takeGoBack(data, '1.0.0', 20, () => say('taken'))
  say('noted')
  const { database, restored } = openStorage(data, 21, migrations)
  say('opened')
  restored?.settle()
  database.close()
}
say('done')
