import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Clock } from '../../platform.ts'
import { endTree } from './process-tree.ts'
import type { Environment } from './server-environment.ts'

/** Longest wait for the login shell, in ms. */
const shellMs = 5000
/** Longest output of the login shell that is read. */
const outputMax = 1_000_000

/**
 * Resolves to the `PATH` of the user's login shell. A program that was started from the Dock or a menu lacks it. Null
 * if the shell does not print it in time.
 */
export async function loginPath(environment: Environment, clock: Clock): Promise<string | null> {
  const shell = environment.SHELL
  if (shell === undefined || !isAbsolute(shell)) return null
  return await new Promise((resolve) => {
    // `env` and not a variable: shells differ in how they write lists
    const given = ['-ilc', `printf '%s\\n' ${mark}; /usr/bin/env; printf '%s\\n' ${mark}`]
    const child = spawn(shell, given, {
      env: environment,
      cwd: homedir(),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    let output = ''
    let isDone = false
    const done = (): void => {
      if (isDone) return
      isDone = true
      cancel()
      // also the processes that its start files left running, and that still hold the pipe
      if (child.pid !== undefined) endTree(child.pid, true, 'linux')
      child.stdout.destroy()
      resolve(/^PATH=(.+)$/m.exec(output.split(mark)[1] ?? '')?.[1] ?? null)
    }
    const cancel = clock.after(shellMs, done)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.length > outputMax || output.split(mark).length > 2) done()
    })
    child.on('error', done).on('close', done)
  })
}

const mark = '__path_of_the_login_shell__'

/** Joins both paths, without repeats; the first wins. */
export function joinedPath(one: string | null, other: string | undefined): string {
  const folders = [one ?? '', other ?? ''].flatMap((path) => path.split(delimiter))
  return [...new Set(folders.filter((folder) => folder !== ''))].join(delimiter)
}

/** Resolves to the file that a command starts; null if there is none. A command is a name, or a whole path. */
export async function programOf(
  command: string,
  environment: Environment,
  platform: NodeJS.Platform,
): Promise<string | null> {
  const endings = platform === 'win32' ? ['', ...(environment.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')] : ['']
  const candidates = isAbsolute(command)
    ? [command]
    : /[\\/]/.test(command)
      ? []
      : (environment.PATH ?? '')
          .split(delimiter)
          .filter((folder) => isAbsolute(folder))
          .map((folder) => join(folder, command))
  for (const candidate of candidates)
    for (const ending of endings) if (await isProgram(candidate + ending)) return candidate + ending
  return null
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
