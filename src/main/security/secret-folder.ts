import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isInside } from './safe-path.ts'

/**
 * Folders and files that hold keys, passwords and sessions, by the last parts of their paths, on any drive and in any
 * home folder. A trailing `*` matches any rest.
 */
const secretParts: readonly (readonly string[])[] = [
  // keys
  ['.ssh'],
  ['.gnupg'],
  ['AppData', 'Roaming', 'gnupg'],
  ['.putty'],
  ['.pki'],
  ['etc', 'ssh'],
  ['etc', 'ssl', 'private'],
  ['etc', 'shadow*'],
  ['etc', 'gshadow*'],
  ['etc', 'sudoers*'],
  ['etc', 'NetworkManager', 'system-connections'],
  // keychains and password stores
  ['Library', 'Keychains'],
  ['.local', 'share', 'keyrings'],
  ['.local', 'share', 'kwalletd'],
  ['.gnome2', 'keyrings'],
  ['.kde', 'share', 'apps', 'kwallet'],
  ['.password-store'],
  ['.local', 'share', 'gopass'],
  ['.config', 'op'],
  ['.config', '1Password'],
  ['.config', 'Bitwarden*'],
  ['.config', 'KeePass*'],
  ['Library', 'Application Support', '1Password*'],
  ['Library', 'Application Support', 'Bitwarden*'],
  ['Library', 'Group Containers', '*1password'],
  ['AppData', 'Local', '1Password*'],
  ['AppData', 'Roaming', 'Bitwarden*'],
  ['AppData', 'Roaming', 'KeePass*'],
  ...['Local', 'Roaming'].flatMap((kind) =>
    ['Credentials', 'Crypto', 'Protect', 'SystemCertificates', 'Vault'].map((name) => [
      ...['AppData', kind, 'Microsoft', name],
    ]),
  ),
  ['Windows', 'System32', 'config'],
  // credentials of clouds and tools
  ...['.aws', '.azure', '.kube', '.docker', '.oci', '.bluemix', '.terraform.d', '.vault-token', '.netrc', '_netrc'],
  ...[
    '.npmrc',
    '.pypirc',
    '.pgpass',
    '.my.cnf',
    '.git-credentials',
    '.boto',
    '.s3cfg',
    '.passwd-s3fs',
    '.cargo/credentials*',
  ],
  ...['.config/gcloud', '.config/gh', '.config/hub', '.config/glab-cli', '.config/rclone', '.config/doctl'],
  ...['.config/git/credentials', '.config/configstore', '.config/sops', '.config/age', '.config/heroku'],
  ...['AppData/Roaming/gcloud', 'AppData/Roaming/GitHub CLI', 'AppData/Roaming/rclone', 'AppData/Roaming/NuGet'],
  // profiles of browsers and mail programs
  ...['.mozilla', '.thunderbird', '.librewolf', '.waterfox', '.zen', '.config/google-chrome*', '.config/chromium*'],
  ...['.config/BraveSoftware', '.config/microsoft-edge*', '.config/vivaldi*', '.config/opera*', '.config/Yandex*'],
  ...['.config/mozilla', '.config/evolution', '.config/epiphany', '.local/share/epiphany', '.cache/mozilla'],
  ...['snap/firefox', 'snap/chromium', 'snap/brave', 'snap/thunderbird', 'snap/opera'],
  ...['.var/app/org.mozilla.*', '.var/app/com.google.Chrome*', '.var/app/org.chromium.*', '.var/app/com.brave.*'],
  ...[
    '.var/app/com.microsoft.Edge*',
    '.var/app/com.vivaldi.*',
    '.var/app/com.opera.*',
    '.var/app/io.gitlab.librewolf*',
  ],
  ...['Library/Application Support/Google/Chrome*', 'Library/Application Support/Chromium'],
  ...['Library/Application Support/Firefox', 'Library/Application Support/BraveSoftware'],
  ...['Library/Application Support/Microsoft Edge*', 'Library/Application Support/Vivaldi'],
  ...['Library/Application Support/com.operasoftware.*', 'Library/Application Support/Arc'],
  ...['Library/Application Support/zen', 'Library/Thunderbird', 'Library/Safari', 'Library/Cookies', 'Library/Mail'],
  ...['Library/Containers/com.apple.Safari*', 'Library/Application Support/com.apple.TCC'],
  ...['AppData/Local/Google/Chrome*', 'AppData/Local/Chromium', 'AppData/Local/BraveSoftware'],
  ...['AppData/Local/Microsoft/Edge*', 'AppData/Local/Vivaldi', 'AppData/Local/Yandex', 'AppData/Local/Arc'],
  ...[
    'AppData/Roaming/Mozilla',
    'AppData/Local/Mozilla',
    'AppData/Roaming/Opera Software',
    'AppData/Roaming/Thunderbird',
  ],
  ...['AppData/Local/Google/Chrome/User Data', 'AppData/Roaming/librewolf'],
].map((parts) => (typeof parts === 'string' ? parts.split('/') : parts))

/** Virtual folders of the system: memory, devices, and files of other processes. */
const systemRoots: readonly string[] = ['proc', 'sys', 'dev']

const secrets = secretParts.map((parts) => parts.map(folded))

/**
 * Returns true if a path is, or is inside, something that is never read: keys, keychains, password stores, credentials
 * and profiles of browsers. Pure: pass the real path. Ignores case, as many disks do.
 */
export function isSecretPath(path: string): boolean {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.')
  const names = parts.map(folded)
  if (path.startsWith('/') && isMadeUp(names)) return true
  return names.some((_, at) =>
    secrets.some((secret) => secret.every((part, index) => isNamed(names[at + index], part))),
  )
}

function isMadeUp([root, second]: readonly string[]): boolean {
  // shared memory, which programs use as files
  return root !== undefined && systemRoots.includes(root) && !(root === 'dev' && second === 'shm')
}

function isNamed(name: string | undefined, part: string): boolean {
  if (name === undefined) return false
  if (part.startsWith('*')) return name.includes(part.slice(1))
  return part.endsWith('*') ? name.startsWith(part.slice(0, -1)) : name === part
}

/** Folds a name: Windows drops dots and spaces at its end, and NTFS has streams after a colon. */
function folded(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().split(':')[0] ?? ''
  let end = plain.length
  while (end > 0 && (plain[end - 1] === '.' || plain[end - 1] === ' ')) end -= 1
  return end === 0 ? name : plain.slice(0, end)
}

/**
 * Resolves to the same check for real paths on this computer. It also knows the link targets of this user's secrets,
 * such as a `~/.ssh` on another drive.
 */
export async function secretTest(home: string = homedir()): Promise<(realPath: string) => boolean> {
  const inHome = secretParts.filter((parts) => !parts.some((part) => part.includes('*')))
  const found = await Promise.all(inHome.map((parts) => realpath(join(home, ...parts)).catch(() => null)))
  const roots = found.filter((root) => root !== null)
  return (path) => isSecretPath(path) || roots.some((root) => root === path || isInside(root, path))
}
