import { spawn } from 'node:child_process'

/**
 * Ends a process and its descendants. On POSIX `pid` leads a process group; `hard` kills them. A missing process is not
 * an error.
 */
export function endTree(pid: number, hard: boolean, platform: NodeJS.Platform): void {
  if (platform === 'win32') {
    const given = ['/pid', String(pid), '/T', ...(hard ? ['/F'] : [])]
    spawn('taskkill', given, { stdio: 'ignore', windowsHide: true }).on('error', () => {})
    return
  }
  try {
    process.kill(-pid, hard ? 'SIGKILL' : 'SIGTERM')
  } catch {
    // the group is gone
  }
}
