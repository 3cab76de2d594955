import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wordsOfRestart } from '../../../src/main/electron/launch.ts'
import { relaunchApp } from '../../../src/main/electron/relaunch.ts'
import { eventually } from '../../fakes/eventually.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-relaunch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('Electron restarts an installed app', () => {
  const given: unknown[] = []
  relaunchApp({ relaunch: (options) => given.push(options), environment: {}, words: ['--demo'], pid: process.pid })
  expect(given).toEqual([{ args: ['--demo'] }])
})

test('an AppImage restarts from its file, outside of the mount, and only after the process has ended', async () => {
  const told = join(folder, 'told')
  const image = join(folder, 'Atelier 0.1.AppImage')
  // reports whether the first process still runs, the working folder, and the arguments
  writeFileSync(
    image,
    `#!/bin/sh\n{ kill -0 "$FIRST" 2>/dev/null && echo too early; pwd; printf '%s\\n' "$@"; } > '${told}.part'\nmv '${told}.part' '${told}'\n`,
  )
  chmodSync(image, 0o755)
  const module = join(import.meta.dirname, '../../../src/main/electron/relaunch.ts')
  // requests a restart, prints so, and lives until its input ends
  const code = `
import { relaunchApp } from ${JSON.stringify(module)}
process.env.FIRST = String(process.pid)
const relaunch = () => { throw new Error('from the mount') }
const words = ['--data', '/a folder', '--demo']
relaunchApp({ relaunch, environment: process.env, words, pid: process.pid })
process.stdout.write('asked')
process.stdin.resume()`
  const first = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], {
    env: { ...process.env, APPIMAGE: image },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(first.stdout, 'data')
  expect(existsSync(told)).toBe(false)
  first.stdin.end()
  await once(first, 'exit')
  await eventually(() => expect(existsSync(told)).toBe(true))
  expect(readFileSync(told, 'utf8')).toBe('/\n--data\n/a folder\n--demo\n')
})

test('a restart does not repeat the commands of the start', () => {
  const once = ['--hidden', '--quick-question', '/home/a/song.mp3', '--', 'atelier://connect?key=sk-1']
  const own = ['--data', '/a folder', '--demo', '--smoke-report', '/tmp/r.json']
  const packaged = ['/opt/atelier', '--no-sandbox', ...own, ...once]
  expect(wordsOfRestart(packaged, true)).toEqual(['--no-sandbox', ...own])
  expect(wordsOfRestart(['/opt/atelier', 'atelier://open/chat/1', '--data=/x'], true)).toEqual(['--data=/x'])
  // in development the app's folder comes first
  expect(wordsOfRestart(['/electron', '--inspect', '.', '--demo', 'atelier://open/chat/1'], false)).toEqual([
    '--inspect',
    '.',
    '--demo',
  ])
})
