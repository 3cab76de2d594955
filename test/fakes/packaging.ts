import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeElectronDistribution, type PackedSystem } from './electron-distribution.ts'

const root = join(import.meta.dirname, '../..')
const icons = join(root, 'test/fixtures/packaging')
const targets: Readonly<Record<PackedSystem, { readonly words: readonly string[]; readonly folder: string }>> = {
  // a deb, because it has its own checks; fpm's output is not ours
  linux: { words: ['--linux', 'deb', ...addressWords()], folder: 'linux-unpacked' },
  win32: { words: ['--win', 'dir', `--config.win.icon=${join(icons, 'icon.ico')}`], folder: 'win-unpacked' },
  darwin: { words: ['--mac', 'dir', `--config.mac.icon=${join(icons, 'empty.icns')}`], folder: 'mac' },
}

/** The words by which the workflow of releases gives builds their address of updates, for a repository of the tests. */
function addressWords(): readonly string[] {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const values: Readonly<Record<string, string>> = { OWNER: 'atelier-owner', REPOSITORY: 'atelier-releases' }
  return [...workflow.matchAll(/ (-c\.publish\.\w+=)"?(\$?)(\w+)"?/g)].map(
    ([, option = '', sign, word = '']) => option + (sign === '' ? word : (values[word] ?? '')),
  )
}

/** The app as packed by electron-builder, with everything but Electron itself. */
export interface Packed {
  /** The folder of the packed app. */
  readonly folder: string
  readonly archive: string
  /** The program, or on macOS the bundle. */
  readonly program: string
  /** Electron's program before packing, for Linux and Windows. */
  readonly untouched: string
  /** What electron-builder printed. */
  readonly output: string
  /** Calls of programs missing on this computer: name and arguments. */
  readonly calls: readonly (readonly string[])[]
  /** The desktop entry of the Debian package; empty on other systems. */
  readonly entry: string
  /** The feed of updates that electron-builder wrote; empty where there is none. */
  readonly feed: string
  remove(): void
}

/** Packs with the project's configuration. Scripts replace other systems' programs and record their calls. */
export async function packFor(system: PackedSystem): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), `atelier-packed-${system}-`))
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const noted = join(folder, 'calls')
  const kept = join(folder, 'entry')
  for (const name of ['codesign', 'fpm']) {
    const script = `#!/bin/sh\nprintf '%s\\0' ${name} "$@" >> '${noted}'\nprintf '\\n\\0' >> '${noted}'\n`
    writeFileSync(join(programs, name), `${script}${name === 'fpm' ? `${keepsEntry(kept)}${makesPackage}` : ''}`)
    chmodSync(join(programs, name), 0o755)
  }
  const version = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')).version
  makeElectronDistribution(join(folder, 'electron'), system, version)
  const { words, folder: unpacked } = targets[system]
  const output = await run(programs, [
    join(root, 'node_modules/electron-builder/cli.js'),
    ...words,
    '--x64',
    '--publish=never',
    `--config.electronDist=${join(folder, 'electron')}`,
    `--config.directories.output=${join(folder, 'out')}`,
  ])
  const packed = join(folder, 'out', unpacked)
  const feed = join(folder, 'out/latest-linux.yml')
  const program = join(packed, system === 'linux' ? 'atelier' : system === 'win32' ? 'Atelier.exe' : 'Atelier.app')
  return {
    folder: packed,
    program,
    untouched: join(folder, 'electron', system === 'win32' ? 'electron.exe' : 'electron'),
    archive: join(system === 'darwin' ? join(program, 'Contents/Resources') : join(packed, 'resources'), 'app.asar'),
    output,
    calls: existsSync(noted)
      ? readFileSync(noted, 'utf8')
          .split('\n\0')
          .filter((call) => call !== '')
          .map((call) => call.split('\0').filter((word) => word !== ''))
      : [],
    feed: existsSync(feed) ? readFileSync(feed, 'utf8') : '',
    entry: existsSync(kept) ? readFileSync(kept, 'utf8') : '',
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** `fpm … FILE=/usr/share/applications/NAME`: the entry is gone after the call. */
const keepsEntry = (to: string): string =>
  `for word in "$@"; do case "$word" in *=/usr/share/applications/*) cp "\${word%%=*}" '${to}';; esac; done\n`

/** `fpm … --package FILE`: an empty file stands for the package. */
const makesPackage = 'while [ $# -gt 0 ]; do [ "$1" = --package ] && : > "$2"; shift; done\n'

/** Runs electron-builder with a folder of programs first in PATH. */
function run(programs: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, PATH: `${programs}:${process.env.PATH ?? ''}`, USE_SYSTEM_FPM: 'true' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += String(data)
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`electron-builder ended with ${code}\n${output}`))
    })
  })
}
