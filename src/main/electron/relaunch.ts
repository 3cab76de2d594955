import { spawn } from 'node:child_process'

/** A requested restart. It happens when the process ends, so that cancelling the quit also cancels the restart. */
export class PendingRelaunch {
  private readonly surroundings: RelaunchSurroundings
  private isWanted = false

  constructor(surroundings: RelaunchSurroundings) {
    this.surroundings = surroundings
  }

  want(): void {
    this.isWanted = true
  }

  drop(): void {
    this.isWanted = false
  }

  /** Starts a requested restart. Call it when the process is about to end. */
  atEnd(): void {
    if (this.isWanted) relaunchApp(this.surroundings)
  }
}

export interface RelaunchSurroundings {
  /** `app.relaunch` of Electron, which repeats this process's arguments unless given others. */
  readonly relaunch: (options: { args: string[] }) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Arguments of the start, without the program (`wordsOfRestart`). */
  readonly words: readonly string[]
  readonly pid: number
}

/**
 * Starts the app again after this process has ended.
 * An AppImage is mounted only while it runs, and Electron's relaunch starts a program from that mount
 * (shell/browser/relauncher.cc; electron-userland/electron-builder#1727). For an AppImage, a shell outside the mount
 * waits and starts the file.
 */
export function relaunchApp({ relaunch, environment, words, pid }: RelaunchSurroundings): void {
  const { APPIMAGE: file } = environment
  if (file === undefined || file === '') {
    relaunch({ args: [...words] })
    return
  }
  const wait = 'while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; shift; exec "$@"'
  spawn('/bin/sh', ['-c', wait, 'sh', String(pid), file, ...words], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  }).unref()
}
