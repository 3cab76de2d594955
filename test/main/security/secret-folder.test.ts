import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFolderPlace } from '../../../src/main/places/folder-place.ts'
import { moveTarget } from '../../../src/main/security/move-target.ts'
import { isSecretPath, secretTest } from '../../../src/main/security/secret-folder.ts'
import { folderFiles, readFolderFile } from '../../../src/main/services/knowledge/folder-files.ts'

const refused = { error: expect.objectContaining({ code: 'folder_not_allowed' }) }

test.each([
  '/home/ada/.ssh',
  '/home/ada/.ssh/id_ed25519',
  '/home/ada/.SSH/config',
  '/Users/ada/.Gnupg/private-keys-v1.d',
  '/mnt/backup/home/ada/.ssh',
  '/home/ada/.mozilla/firefox/x.default/logins.json',
  '/home/ada/.config/google-chrome/Default',
  '/home/ada/.config/google-chrome-beta/Default',
  '/home/ada/.config/chromium',
  '/home/ada/snap/firefox/common/.mozilla',
  '/home/ada/.var/app/org.mozilla.firefox/data',
  '/Users/ada/Library/Keychains/login.keychain-db',
  '/Library/Keychains',
  '/Users/ada/library/application support/google/chrome/Default',
  '/Users/ada/Library/Group Containers/2BUA8C4S2C.com.1password/Data',
  'C:\\Users\\Ada\\AppData\\Local\\Google\\Chrome\\User Data\\Default',
  'C:\\Users\\Ada\\AppData\\Roaming\\Mozilla\\Firefox\\Profiles',
  'C:\\Users\\Ada\\AppData\\Roaming\\Microsoft\\Protect',
  'C:\\Users\\Ada\\.ssh.\\config',
  'C:\\Users\\Ada\\.ssh::$INDEX_ALLOCATION\\config',
  '/home/ada/.ｓｓｈ/config',
  '/home/ada/.password-store',
  '/home/ada/.local/share/keyrings/login.keyring',
  '/home/ada/.aws/credentials',
  '/home/ada/.config/gcloud',
  '/home/ada/.kube/config',
  '/home/ada/.netrc',
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/ssh/ssh_host_ed25519_key',
  '/proc/self/environ',
  '/dev',
])('%s is never read', (path) => expect(isSecretPath(path)).toBe(true))

test.each([
  '/home/ada',
  '/home/ada/Documents',
  '/home/ada/notes/ssh',
  '/home/ada/.config',
  '/home/ada/.sshnotes',
  '/Users/ada/Library',
  '/Users/ada/Library/Application Support/Notes',
  '/home/ada/projects/proc',
  '/dev/shm/work',
  'C:\\Users\\Ada\\Documents',
])('%s may be read', (path) => expect(isSecretPath(path)).toBe(false))

describe('secret folders on the disk', () => {
  let root: string
  const at = (...names: string[]): string => join(root, ...names)
  const put = (...names: string[]): void => {
    mkdirSync(join(at(...names), '..'), { recursive: true })
    writeFileSync(at(...names), names.join('/'))
  }
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-secrets-')))
    put('home', '.ssh', 'config.txt')
    put('home', 'Library', 'Keychains', 'keys.txt')
    put('home', 'Library', 'notes.txt')
    put('home', 'notes.txt')
    put('home', 'moved', 'atelier.db')
    put('home', 'moved', 'deleted.txt')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  test('a folder of secrets appears empty, and is left out of a folder around it', async () => {
    expect((await folderFiles(at('home', '.ssh'))).files).toEqual([])
    expect((await folderFiles(at('home', 'Library', 'Keychains'))).files).toEqual([])
    const { files } = await folderFiles(at('home'))
    expect(files.map(({ path }) => path)).toEqual(['Library/notes.txt', 'notes.txt'])
    expect(await readFolderFile(at('home'), '.ssh/config.txt')).toBe('unreadable')
    expect(await readFolderFile(at('home'), 'Library/Keychains/keys.txt')).toBe('unreadable')
  })

  test('no link leads into a folder of secrets', async () => {
    symlinkSync(at('home', '.ssh'), at('plain'))
    await expect(openFolderPlace(at('plain'), at('home', 'moved'))).rejects.toMatchObject(refused)
    await expect(moveTarget(at('plain'), [], () => true)).rejects.toMatchObject(refused)
    await expect(moveTarget(at('plain', 'new'), [], () => true)).rejects.toMatchObject(refused)
    await expect(openFolderPlace(at('home', 'Library', 'Keychains'), at('home', 'moved'))).rejects.toMatchObject(
      refused,
    )
  })

  test('the target of a link in the home folder is secret too', async () => {
    put('drive', 'keys', 'id.txt')
    mkdirSync(at('other'))
    symlinkSync(at('drive', 'keys'), at('other', '.ssh'))
    const isSecret = await secretTest(at('other'))
    expect([isSecret(at('drive', 'keys')), isSecret(at('drive', 'keys', 'id.txt')), isSecret(at('drive'))]).toEqual([
      ...[true, true, false],
    ])
  })
})
