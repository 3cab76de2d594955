import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const repository = join(import.meta.dirname, '../..')
const scripts = [
  'electron-download.ts',
  'own-node.mjs',
  'resumed-download.ts',
  'sandbox-probe.mjs',
  'stale-build.mjs',
  'start.mjs',
  'system-proxy.mjs',
]

/** A process started by the project's start script. */
export interface ProjectStart {
  readonly process: ChildProcess
  /** Its output on both streams. */
  output(): string
  /** Its exit code; null after a signal. */
  readonly ended: Promise<number | null>
}

/**
 * A folder in which `npm start` runs completely: the real scripts and packages, an electron package without its
 * program, and an instant builder. Its shells are scripts that print their arguments.
 */
export class StartedProject {
  readonly root = mkdtempSync(join(tmpdir(), 'atelier-start-'))
  readonly version: string
  /** Path below the mirror's address. */
  readonly archivePath: string
  readonly #programs = join(this.root, 'programs')

  constructor() {
    const { root } = this
    for (const folder of ['scripts', 'programs', 'node_modules/electron', 'node_modules/electron-vite/bin', 'src'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const name of scripts) copyFileSync(join(repository, 'scripts', name), join(root, 'scripts', name))
    const packages = join(repository, 'node_modules')
    for (const name of readdirSync(packages))
      if (!name.startsWith('.') && name !== 'electron' && name !== 'electron-vite')
        symlinkSync(join(packages, name), join(root, 'node_modules', name))
    for (const name of ['install.js', 'package.json', 'checksums.json'])
      copyFileSync(join(packages, 'electron', name), join(root, 'node_modules/electron', name))
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    writeFileSync(join(root, 'node_modules/electron-vite/bin/electron-vite.js'), builder)
    this.version = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')).version
    this.archivePath = `/v${this.version}/electron-v${this.version}-${process.platform}-${process.arch}.zip`
    this.allowNamespaces(true)
  }

  /** Sets whether programs may create a user namespace. */
  allowNamespaces(allowed: boolean): void {
    writeScript(join(this.#programs, 'unshare'), `exit ${allowed ? 0 : 1}`)
  }

  /** Makes every build fail with a line. */
  breakBuild(line: string): void {
    const tool = join(this.root, 'node_modules/electron-vite/bin/electron-vite.js')
    writeFileSync(tool, `console.error(${JSON.stringify(line)}); process.exit(1)`)
  }

  /** Makes an archive of Electron whose program runs `lines` of shell. */
  async archive(lines: string, fillingBytes = 0): Promise<Buffer> {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from(`#!/bin/sh\n${lines}\n`), 'electron', { mode: 0o100755 })
    zip.addBuffer(Buffer.from(this.version), 'version')
    zip.addBuffer(Buffer.alloc(fillingBytes, 'e'), 'filling', { compress: false })
    zip.end()
    return await buffer(zip.outputStream)
  }

  /** The mirror's checksums of an archive. */
  checksums(archive: Buffer): string {
    const name = this.archivePath.slice(this.archivePath.lastIndexOf('/') + 1)
    return `${createHash('sha256').update(archive).digest('hex')} *${name}\n`
  }

  /** Installs Electron's program as if downloaded. */
  installElectron(lines: string): void {
    const folder = join(this.root, 'node_modules/electron')
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeScript(join(folder, 'dist/electron'), lines)
    writeFileSync(join(folder, 'dist/version'), this.version)
    writeFileSync(join(folder, 'path.txt'), 'electron')
  }

  /** Starts the script as a user with a display who is not root. */
  start(flags: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): ProjectStart {
    const child = spawn(process.execPath, [join(this.root, 'scripts/start.mjs'), ...flags], {
      env: {
        PATH: `${this.#programs}:${process.env.PATH ?? ''}`,
        HOME: this.root,
        XDG_CACHE_HOME: join(this.root, 'cache'),
        DISPLAY: ':0',
        NODE_OPTIONS: '--import=data:text/javascript,process.getuid=()=>1000',
        electron_use_remote_checksums: '1',
        ...environment,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += String(data)
      })
    const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
    return { process: child, output: () => output, ended }
  }

  /** Returns true if part of a download is kept. */
  keepsPart(): boolean {
    const folder = join(this.root, 'node_modules/.cache/atelier/electron')
    return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part'))
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

function writeScript(path: string, lines: string): void {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
}

/** Writes a build's files; its browser shell prints its flags. */
const builder = `
const { mkdirSync, writeFileSync } = require('node:fs')
const { dirname } = require('node:path')
const files = ['main/index.js', 'main/browser.js', 'preload/index.cjs', 'preload/page-bridge.cjs', 'renderer/index.html']
for (const file of files) {
  mkdirSync(dirname('out/' + file), { recursive: true })
  writeFileSync('out/' + file, file === 'main/browser.js' ? "console.log('browser shell', ...process.argv.slice(2))" : '')
}
`
