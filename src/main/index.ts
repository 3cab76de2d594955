import { homedir } from 'node:os'
import { host } from './electron/host.ts'
import { readLaunch } from './electron/launch.ts'
import { begin, start } from './electron/start.ts'

// Electron's entry. Never a top-level await: Electron pumps Node's loop until this module has been evaluated, and
// `ready` comes only after that.
const { app } = host
const { argv: words, env: environment, platform } = process
const { isPackaged: packaged } = app
const read = readLaunch({ words, packaged, folder: process.cwd(), platform, environment, home: homedir() })
if (!read.ok) {
  process.stderr.write(`${read.message}\n`)
  app.exit(2)
} else if (begin(host, read.launch)) {
  void app.whenReady().then(() => start(host, read.launch))
} else {
  app.quit()
}
