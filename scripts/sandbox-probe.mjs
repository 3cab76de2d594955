// Tests whether Electron's sandbox is available. Plain JavaScript for Node 20, because start.mjs imports it.
import { join } from 'node:path'

/**
 * Why Electron would end at its start, and lines that say what can be done about it; null where nothing speaks against
 * it. On Linux its sandbox needs either user namespaces, which Ubuntu restricts since 23.10, or a helper that belongs
 * to root (chromium, sandbox/linux/suid/client/setuid_sandbox_host.cc).
 *
 * @param {{
 *   platform: NodeJS.Platform,
 *   program: string,
 *   run: (program: string, words: readonly string[]) => number | null,
 *   setting: (path: string) => string | null,
 *   isRootHelper: (path: string) => boolean,
 * }} surroundings `run` gives the exit code, or null where there is no such program.
 * @returns {{ why: string, remedy: string[] } | null}
 */
export function sandboxProblem({ platform, program, run, setting, isRootHelper }) {
  if (platform !== 'linux') return null
  const helper = join(program, '..', 'chrome-sandbox')
  if (isRootHelper(helper)) return null
  // a user namespace with us as root, which the sandbox needs first
  const code = run('unshare', ['-Ur', 'true'])
  if (code === 0 || code === null) return null
  return {
    why: 'this system restricts user namespaces, which the sandbox of Electron needs',
    remedy: [
      'To allow it until the next boot:',
      `  ${allowing(setting)}`,
      'To allow it for this copy of Electron:',
      `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    ],
  }
}

/** @param {(path: string) => string | null} setting */
function allowing(setting) {
  if (setting('/proc/sys/kernel/unprivileged_userns_clone')?.trim() === '0')
    return 'sudo sysctl -w kernel.unprivileged_userns_clone=1'
  if (setting('/proc/sys/user/max_user_namespaces')?.trim() === '0')
    return 'sudo sysctl -w user.max_user_namespaces=10000'
  return 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
}
