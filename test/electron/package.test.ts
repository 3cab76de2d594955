import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import asar from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { menuWords } from '../../src/main/electron/menu-words.ts'
import { startFlags } from '../../src/main/electron/start-command.ts'
import { readFeedConfig } from '../../src/main/electron/updates/feed-config.ts'
import { offerOf } from '../../src/main/services/updates/found-update.ts'
import { notesFor } from '../../src/shared/release-notes.ts'
import { type Packed, packFor } from '../fakes/packaging.ts'

// Packs the built app for three systems with the project's configuration and a distribution of Electron that cannot
// run. docs/electron.md lists the facts that only a real one can show.
const systems = ['linux', 'win32', 'darwin'] as const
let packed: Readonly<Record<(typeof systems)[number], Packed>>
beforeAll(async () => {
  const [linux, win32, darwin] = await Promise.all([packFor('linux'), packFor('win32'), packFor('darwin')])
  packed = { linux, win32, darwin }
})
afterAll(() => {
  for (const system of systems) packed?.[system].remove()
})

const on = '1'.charCodeAt(0)
const off = '0'.charCodeAt(0)

describe.each(systems)('the app packed for %s', (system) => {
  test('the package has the fuses of the security checklist, item 19', async () => {
    const wire = await getCurrentFuseWire(packed[system].program)
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
      // no cookies are kept; an unsigned app would ask for the keychain
      [FuseV1Options.EnableCookieEncryption]: off,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
    })
  })

  test('the package has what runs, without the browser shell, sources, types or maps', () => {
    const names = asar.listPackage(packed[system].archive, { isPack: false })
    expect(names).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/index.js',
        '/out/main/history-thread.js',
        '/out/main/embedding-thread.js',
        '/out/main/knowledge-thread.js',
        '/out/main/documents-thread.js',
        '/out/main/docx-thread.js',
        '/out/main/cmaps/GBK-EUC-H.bcmap',
        '/out/main/mermaid.js',
        '/out/main/pdfium.wasm',
        '/out/main/backup-thread.js',
        '/out/main/media-thread.js',
        '/out/main/import-thread.js',
        '/out/main/answer-thread.js',
        '/out/main/message-thread.js',
        '/out/main/argument-thread.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
        '/resources/icon.png',
        '/resources/demo-gateway',
      ]),
    )
    expect(
      names.filter((name) => /^\/out\/main\/browser\b|page-bridge|\.map$|\.d\.[mc]?ts$|\.ts$|\.fingerprint/.test(name)),
    ).toEqual([])
    expect(names.filter((name) => /\/(electron|react|vitest)\/package\.json$/.test(name))).toEqual([])
  })

  test('native modules are next to the archive, because the system cannot read it', () => {
    const { archive } = packed[system]
    const native = asar.listPackage(archive, { isPack: false }).filter((name) => /\.(node|so|dll|dylib)\b/.test(name))
    expect(native.some((name) => name.includes('/better-sqlite3/'))).toBe(true)
    for (const name of native) expect(existsSync(`${archive}.unpacked${name}`), name).toBe(true)
  })
})

test('the release script reads the fuses back, and detects an unchanged one', () => {
  const read = (program: string) =>
    spawnSync(process.execPath, ['--no-warnings', 'scripts/read-fuses.ts', program], { encoding: 'utf8' })
  const good = read(packed.linux.program)
  expect(good.stdout).toContain('ok     onlyLoadAppFromAsar: true')
  expect(good.status).toBe(0)
  const untouched = read(packed.linux.untouched)
  expect(untouched.stdout).toContain('WRONG  runAsNode: false')
  expect(untouched.status).toBe(1)
})

describe('the packed archive', () => {
  test('the archive has everything that the built main imports, and all of it loads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-archive-'))
    asar.extractAll(packed.linux.archive, folder)
    const files = globSync('out/main/*.js', { cwd: folder })
    const imported = new Set<string>()
    const electronNames = new Set<string>()
    for (const file of files) {
      const code = readFileSync(join(folder, file), 'utf8')
      for (const [, names = ''] of code.matchAll(/^import \{([^}]*)\} from "electron"/gm))
        for (const name of names.split(',')) electronNames.add(name.trim().split(' as ')[0] ?? '')
      for (const [, name = ''] of code.matchAll(/^(?:import|export) (?:[^"\n]* from )?"([^"\n]+)"/gm))
        imported.add(name)
      // pdfjs holds the text of an import for pages: it names no package
      for (const [, name = ''] of code.matchAll(/\bimport\("([^"\n]+)"\)/g))
        if (!name.startsWith('${')) imported.add(name)
      for (const [, name = ''] of code.matchAll(/new URL\("(\.\/[^"\n]+\.js)", import\.meta\.url\)/g))
        imported.add(name)
    }
    const near = [...imported].filter((name) => name.startsWith('.'))
    expect(near.length).toBeGreaterThan(3)
    for (const name of near) expect(statSync(join(folder, 'out/main', name)).isFile(), name).toBe(true)
    const packages = [...imported].filter(
      (name) =>
        !name.startsWith('.') && !name.startsWith('node:') && !builtinModules.includes(name) && name !== 'electron',
    )
    expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'electron-store', 'proxy-chain', 'yauzl']))
    writeFileSync(
      join(folder, 'load.mjs'),
      loader(
        [...electronNames].filter((name) => name !== ''),
        packages,
      ),
    )
    const done = spawnSync(process.execPath, [join(folder, 'load.mjs')], { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(JSON.parse(done.stdout)).toEqual(packages)
    rmSync(folder, { recursive: true })
  })
})

describe('a package of Debian', () => {
  test('the Debian package has what dpkg requires: a home page, a maintainer, a description', () => {
    const [call = []] = packed.linux.calls
    expect(call[0]).toBe('fpm')
    const wordAfter = (word: string): string | undefined => call[call.indexOf(word) + 1]
    expect(wordAfter('--url')).toMatch(/^https:\/\//)
    expect(wordAfter('--maintainer')).toBe('Atelier contributors')
    expect(wordAfter('--description')).toMatch(/^A calm client/)
    // the name by which Electron shows its windows
    expect(call.some((word) => word.endsWith('=/usr/share/applications/app.atelier.Atelier.desktop'))).toBe(true)
  })

  test('the desktop entry begins a chat and a question with flags that the app reads', () => {
    const { entry } = packed.linux
    expect(entry).toContain('\nActions=new-chat;quick-question;\n')
    const actions = [...entry.matchAll(/^\[Desktop Action ([a-z-]+)\]\nName=(.+)\nName\[zh_CN\]=(.+)\nExec=(.+)$/gm)]
    const [english, chinese] = [menuWords('en'), menuWords('zh-CN')]
    expect(actions.map((action) => action.slice(1))).toEqual([
      ['new-chat', english.newChat, chinese.newChat, `atelier ${startFlags.newChat}`],
      ['quick-question', english.quick, chinese.quick, `atelier ${startFlags.quick}`],
    ])
  })
})

describe('a build of the release workflow', () => {
  test('a release build looks for updates in the releases of its repository', () => {
    const config = readFeedConfig(join(packed.linux.folder, 'resources/app-update.yml'))
    expect(config?.options).toEqual({ provider: 'github', owner: 'atelier-owner', repo: 'atelier-releases' })
  })

  test('a release build has a feed with its version, its file and its notes in both languages', () => {
    const address = new URL('https://updates.example/latest-linux.yml')
    const info = parseUpdateInfo(packed.linux.feed, 'latest-linux.yml', address)
    expect(info.files.map(({ url }) => url)).toEqual([expect.stringMatching(/^atelier_[\d.]+_amd64\.deb$/)])
    const { notes, version } = offerOf(info)
    expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
    const [en, zh] = [notesFor(notes, 'en').split('\n'), notesFor(notes, 'zh-CN').split('\n')]
    expect(zh).toHaveLength(en.length)
    for (const line of zh) expect(line).toMatch(/^- .*\p{Script=Han}/u)
    for (const line of en) expect(line).toMatch(/^- \P{Script=Han}+$/u)
  })
})

describe('a bundle of macOS', () => {
  test('the macOS bundle is signed again after its fuses change, or an arm64 Mac would end it', () => {
    expect(packed.darwin.calls).toEqual([
      [
        'codesign',
        '--sign',
        '-',
        '--force',
        '--preserve-metadata=entitlements,requirements,flags,runtime',
        '--deep',
        packed.darwin.program,
      ],
    ])
  })

  test('the macOS bundle says why it asks for the microphone, and has its archive’s hash', () => {
    const list = readFileSync(join(packed.darwin.program, 'Contents/Info.plist'), 'utf8')
    expect(list).toMatch(/<key>NSMicrophoneUsageDescription<\/key>\s*<string>\S/)
    expect(list).toMatch(/<key>ElectronAsarIntegrity<\/key>/)
    expect(list).not.toMatch(/camera/i)
  })

  test('the macOS bundle opens Atelier’s links, and is offered for recordings without becoming the default', () => {
    const list = readFileSync(join(packed.darwin.program, 'Contents/Info.plist'), 'utf8')
    expect(list).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>atelier<\/string>\s*<\/array>/)
    expect(list).toContain('<string>mp3</string>')
    expect(list.match(/<key>LSHandlerRank<\/key>\s*<string>Alternate<\/string>/g)).toHaveLength(2)
  })

  test('the macOS bundle may ask for the microphone under the hardened runtime, but not for a camera', () => {
    const entitlements = readFileSync('resources/entitlements.mac.plist', 'utf8')
    expect(entitlements).toMatch(/<key>com\.apple\.security\.device\.audio-input<\/key>\s*<true\/>/)
    expect(entitlements).not.toMatch(/camera/i)
  })
})

describe('the build configuration', () => {
  const config = readFileSync('electron-builder.yml', 'utf8')

  test('the configuration names every promised target', () => {
    for (const target of ['dmg', 'zip', 'nsis', 'AppImage', 'deb']) expect(config).toContain(`    - ${target}\n`)
  })

  test('the configuration starts an AppImage with its sandbox', () => {
    // app-builder-lib, AppImageTarget: the default toolset adds --no-sandbox
    expect(config).toMatch(/^toolsets:\n {2}appimage: 1\./m)
  })

  test('the configuration takes signing from the environment alone', () => {
    expect(config).not.toMatch(/^\s*(identity|certificateFile|certificatePassword|notarize):/m)
  })
})

/** Loads packages as the archive has them; Electron's own module is a list of names, as nothing of it is called. */
function loader(names: readonly string[], packages: readonly string[]): string {
  const source = ['export default {}', ...names.map((name) => `export const ${name} = {}`)].join(';')
  return `
import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: ${JSON.stringify(`data:text/javascript,${source}`)}, shortCircuit: true } : next(name, context),
})
const packages = ${JSON.stringify(packages)}
for (const name of packages) await import(name)
process.stdout.write(JSON.stringify(packages))
`
}
