import { homedir } from 'node:os'
import { removeOldCode } from '../compiled-code.ts'
import { readSdk } from '../gateway/client.ts'
import { systemClock } from '../system-clock.ts'
import { keepWasmWrappers } from '../wasm-wrappers.ts'
import { host } from './host.ts'
import { readLaunch } from './launch.ts'
import { runningParts } from './shell-parts.ts'
import { beginLaunch } from './start.ts'

/**
 * When what the start left out is done, in ms after it: after the first clicks, which would wait for main, and usually
 * before the first message.
 */
const warmUpMs = 3000

/** Starts Electron's shell. Runs before `ready`. `code` is the folder of compiled code; null without one. */
export function run(code: string | null): void {
  keepWasmWrappers()
  const { app } = host
  const { argv: words, env: environment, platform } = process
  const { isPackaged: packaged } = app
  const read = readLaunch({ words, packaged, folder: process.cwd(), platform, environment, home: homedir() })
  if (!read.ok) {
    process.stderr.write(`${read.message}\n`)
    app.exit(2)
    return
  }
  const beginning = beginLaunch(host, read.launch, runningParts(host))
  if (beginning === null) {
    app.quit()
    return
  }
  void app.whenReady().then(async () => {
    await beginning.start()
    systemClock.after(warmUpMs, () => {
      // the first request reads it where this fails
      readSdk().catch(() => undefined)
      if (code !== null) void removeOldCode(code)
    })
  })
}
