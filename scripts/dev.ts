// `npm run dev`: Atelier with hot reload. Changed files of the page are swapped in place; a changed file of main
// restarts the shell and its pages. `--browser` opens the browser shell even if Electron is available. `--kit` shows
// the gallery of the interface parts instead.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build, createServer, type ViteDevServer } from 'vite'
import { openAppWindow } from '../src/main/browser/app-window.ts'
import { hotPath } from '../src/main/dev-page.ts'
import { serveKit } from './kit-page.ts'
import { shellFlags } from './own-node.mjs'
import { pageConfig } from './page-config.ts'

const root = join(import.meta.dirname, '..')
/** Separate data, so that unfinished changes never touch a user's conversations. */
const dataFolder = join(root, '.dev-data')
/** How long files must be unchanged before a restart, in ms; editors and git write several at once. */
const quietMs = 150
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const flags = process.argv.slice(2)
if (!flags.some((flag) => flag.startsWith('--data'))) flags.push('--data', dataFolder)
if (flags.includes('--kit')) await showKit()
else if (flags.includes('--browser') || electronProgram() === null) await runBrowserShell()
else runElectron()

async function showKit(): Promise<void> {
  const address = await serveKit()
  process.stdout.write(`The kit: ${address}\n`)
  if (!flags.includes('--no-open')) void openAppWindow(address, join(dataFolder, 'browser-profile'))
}

function electronProgram(): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const note = join(folder, 'path.txt')
  const program = existsSync(note) ? join(folder, 'dist', readFileSync(note, 'utf8')) : null
  return program !== null && existsSync(program) ? program : null
}

/** electron-vite builds main and preload, serves the page, and restarts Electron when main changes. */
function runElectron(): void {
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [tool, 'dev', '--watch', '--', ...flags], { cwd: root, stdio: 'inherit' })
  child.on('exit', (code) => process.exit(code ?? 1))
}

async function runBrowserShell(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-dev-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // on Windows such a path names a pipe
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.slice(-20)}` : join(folder, 'vite.sock')
  const vite = await servePage(socketPath)
  const pageBridge = join(folder, 'page-bridge.cjs')
  // one session for all restarts keeps the open page signed in
  const session = { cookie: randomBytes(32).toString('base64url'), secret: randomBytes(32).toString('base64url') }
  const setup = JSON.stringify({ socketPath, pageBridge, session })

  let port: string | null = null
  let shell: ChildProcess | null = null
  async function start(): Promise<void> {
    await buildPageBridge(folder)
    const words = flags.filter((flag) => flag !== '--browser' && flag !== '--no-open')
    const fixed = port === null || words.includes('--port') ? [] : ['--port', port]
    const program = join(root, 'src/main/browser/index.ts')
    const child = spawn(process.execPath, [...shellFlags, program, '--no-open', ...words, ...fixed], {
      env: { ...process.env, ATELIER_DEV: setup },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    shell = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`)
      const link = /^Atelier ready: (\S+)/.exec(line)?.[1]
      if (link === undefined || port !== null) return
      port = new URL(link).port
      if (!flags.includes('--no-open')) void openAppWindow(link, join(dataFolder, 'browser-profile'))
    })
    child.on('exit', (code) => {
      if (shell === child && code !== 0) say('Atelier ended. It starts again with the next change.')
    })
  }

  async function stop(): Promise<void> {
    const running = shell
    shell = null
    if (running === null || running.exitCode !== null) return
    await new Promise((resolve) => running.once('exit', resolve).kill())
  }

  // one restart after another, because each must find the data folder free
  let turn = start()
  let timer: NodeJS.Timeout | undefined
  for (const name of ['main', 'shared', 'demo-gateway']) {
    watch(join(root, 'src', name), { recursive: true }, (_event, file) => {
      if (file === null || !/\.tsx?$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        say(`${name}/${file} has changed: Atelier starts again`)
        turn = turn.then(stop).then(start)
      }, quietMs)
    })
  }
  function end(): void {
    clearTimeout(timer)
    turn = turn.then(stop).then(() => vite.close())
    void turn.finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  // npm sends SIGTERM only to the shell around this process, and that shell does not pass it on (see start.mjs)
  const parent = process.ppid
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(orphaned)
    end()
  }, 250)
}

/** Serves the page on a socket in a folder that only this user can open. */
async function servePage(socketPath: string): Promise<ViteDevServer> {
  const server: Server = createHttpServer((request, response) => vite.middlewares(request, response))
  const { build: _build, ...config } = pageConfig()
  const vite = await createServer({
    ...config,
    configFile: false,
    appType: 'mpa',
    server: { middlewareMode: true, ws: { server, path: hotPath } },
  })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return vite
}

/** Builds the bridge as one classic script, as in the product. */
async function buildPageBridge(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: join(root, 'src/main/browser/page-bridge.ts'),
        formats: ['cjs'],
        fileName: () => 'page-bridge.cjs',
      },
    },
  })
}
