import { homedir } from 'node:os'
import { host } from './electron/host.ts'
import { readLaunch } from './electron/launch.ts'
import { runningParts } from './electron/shell-parts.ts'
import { beginLaunch } from './electron/start.ts'
import { keepWasmWrappers } from './wasm-wrappers.ts'

// Electron's entry point. Never use top-level await: Electron pumps Node's loop until this module is evaluated, and
// `ready` comes only after that.
keepWasmWrappers()
const { app } = host
const { argv: words, env: environment, platform } = process
const { isPackaged: packaged } = app
const read = readLaunch({ words, packaged, folder: process.cwd(), platform, environment, home: homedir() })
if (!read.ok) {
  process.stderr.write(`${read.message}\n`)
  app.exit(2)
} else {
  const beginning = beginLaunch(host, read.launch, runningParts(host))
  if (beginning === null) app.quit()
  else void app.whenReady().then(beginning.start)
}
