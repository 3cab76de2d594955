import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { askForLink } from '../../src/main/browser/first-instance.ts'
import { readInstance } from '../../src/main/data-folder.ts'
import { dataFolderOf } from '../../src/main/services/relocation/data-location.ts'
import { type Filling, fillDataFolder, holdingsOf } from './filled-folder.ts'
import { PageClient } from './shell-process.ts'

const entry = join(import.meta.dirname, '../../src/main/browser/index.ts')

export interface MoveTortureReport {
  readonly problems: readonly string[]
  /** Number of killed runs, and the folder in use right after the kill and after the next start. */
  readonly killed: number
  readonly ended: number
  readonly oldInUse: number
  readonly newInUse: number
  /** Number of moves completed by the next start. */
  readonly carriedOut: number
}

/**
 * Kills the real browser shell `rounds` times at random moments of a move, and checks the folder in use and the next
 * start.
 */
export async function tortureMoves(options: {
  readonly rounds: number
  readonly filling: Filling
  readonly random: () => number
}): Promise<MoveTortureReport> {
  const { rounds, filling, random } = options
  const root = mkdtempSync(join(tmpdir(), 'atelier-move-torture-'))
  const problems: string[] = []
  const counts = { killed: 0, ended: 0, oldInUse: 0, newInUse: 0, carriedOut: 0 }
  try {
    const template = join(root, 'template')
    await fillDataFolder(join(template, 'Atelier'), filling)
    // with everything that the app adds at its first start
    const first = await startShell(template)
    await first.stop()
    const wanted = holdingsOf(join(template, 'Atelier'))
    let longest = { copying: 1000, starting: 1000 }
    for (let round = 0; counts.killed < rounds && round < rounds * 4 + 4; round += 1) {
      const config = join(root, 'config')
      const target = join(root, 'target')
      for (const folder of [config, target]) rmSync(folder, { recursive: true, force: true })
      cpSync(template, config, { recursive: true, preserveTimestamps: true })
      const home = join(config, 'Atelier')
      const other = join(root, 'target', 'data')
      mkdirSync(target)
      // the short change-over gets half of the kills
      const late = round % 2 === 1
      const run = await moveUntilKilled(config, other, round === 0 ? null : { late, share: random(), longest })
      const trouble = (words: string): void => void problems.push(`round ${round}, ${run.told}: ${words}`)
      if (run.times !== null) longest = run.times
      counts[run.ended ? 'ended' : 'killed'] += 1
      const used = dataFolderOf(home)
      if (!holds(used, wanted)) trouble(`${used} is in use and not whole`)
      if (!run.ended) counts[used === home ? 'oldInUse' : 'newInUse'] += 1
      const shell = await startShell(config).catch((cause: unknown) => {
        trouble(`no next start: ${String(cause)}`)
        return null
      })
      if (shell === null) continue
      const { folder, notices } = await shell.look()
      await shell.stop()
      if (folder !== used) counts.carriedOut += 1
      for (const code of notices) if (code !== 'data_moved') trouble(`the app says ${code}`)
      if (!holds(folder, wanted)) trouble(`${folder} is in use after the next start and not whole`)
      // a move never changes the old folder
      if (!holds(home, wanted)) trouble('the old folder is not whole')
      if (existsSync(join(home, 'move.json'))) trouble('a note was left')
      if (folder === home && readdirSync(target).length > 0) trouble('something of the copy was left')
      if (run.ended && folder !== other) trouble('not moved, though it came to its end')
    }
    if (counts.killed < rounds) problems.push(`only ${counts.killed} were killed`)
    return { problems, ...counts }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function holds(folder: string, wanted: Readonly<Record<string, string>>): boolean {
  const found = holdingsOf(folder)
  return Object.entries(wanted).every(([name, content]) => found[name] === content)
}

interface Shell {
  readonly child: ChildProcessWithoutNullStreams
  readonly client: PageClient
  look(): Promise<{ readonly folder: string; readonly notices: readonly string[] }>
  stop(): Promise<void>
}

/** The shell on the default data folder, as a user starts it. */
async function startShell(config: string): Promise<Shell> {
  const child = spawn(process.execPath, [entry, '--no-open', '--port', '0'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      HOME: config,
      XDG_CONFIG_HOME: config,
      // no session bus: a test must not use the machine's keychain
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    },
  })
  let output = ''
  const link = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += String(chunk)
      const found = /^Atelier ready: (\S+)\n/m.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
  const client = await PageClient.connect(link)
  return {
    child,
    client,
    async look() {
      const { dataFolder, notices } = await client.call('app.info', {})
      return { folder: dataFolder, notices: notices.map(({ code }) => code) }
    },
    async stop() {
      client.close()
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
    },
  }
}

/** Asks the restarted application, which announces itself in the new folder, for its data folder. */
async function nextFolder(target: string, isGone: () => boolean): Promise<string> {
  while (!isGone()) {
    const instance = await readInstance(target)
    const link = instance === null ? null : await askForLink(instance)
    if (link === null) {
      await setTimeout(20)
      continue
    }
    const client = await PageClient.connect(link)
    const { dataFolder } = await client.call('app.info', {})
    client.close()
    return dataFolder
  }
  throw new Error('it is gone')
}

/** Duration of the copy beside the running app, and of the change-over, in ms. */
interface Times {
  readonly copying: number
  readonly starting: number
}

async function moveUntilKilled(
  config: string,
  target: string,
  kill: { readonly late: boolean; readonly share: number; readonly longest: Times } | null,
): Promise<{ readonly ended: boolean; readonly times: Times | null; readonly told: string }> {
  const shell = await startShell(config)
  const closed = once(shell.child, 'close')
  const end = (): boolean => shell.child.kill('SIGKILL')
  const began = performance.now()
  let timer: NodeJS.Timeout | null = null
  let after = 0
  if (kill !== null && !kill.late) {
    after = kill.share * kill.longest.copying
    timer = startTimer(end, after)
  }
  try {
    await shell.client.call('storage.move', { folder: target })
    const copied = performance.now()
    if (kill?.late) {
      after = kill.share * kill.longest.starting
      timer = startTimer(end, after)
    }
    const folder = await nextFolder(target, () => shell.child.signalCode !== null)
    if (folder !== target) throw new Error(`the app is at ${folder}`)
    const times = { copying: copied - began, starting: performance.now() - copied }
    return { ended: true, times: kill === null ? times : null, told: 'to its end' }
  } catch (cause) {
    if (shell.child.signalCode === null && !shell.child.killed) throw cause
    return { ended: false, times: null, told: `${kill?.late ? 'changing over' : 'copying'}, ${Math.round(after)} ms` }
  } finally {
    if (timer !== null) clearTimeout(timer)
    end()
    await closed
  }
}
