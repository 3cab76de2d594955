import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const config = readFileSync('electron-builder.yml', 'utf8')

/** The lines below `name:` that are indented. */
function section(name: string): string[] {
  const block = new RegExp(`^${name}:\\n((?:[ ]+.*\\n)+)`, 'm').exec(config)?.[1] ?? ''
  return block
    .trimEnd()
    .split('\n')
    .map((line) => line.trim())
}

it('pins the fuses (security checklist, item 19)', () => {
  expect(section('electronFuses')).toEqual([
    'runAsNode: false',
    'enableNodeOptionsEnvironmentVariable: false',
    'enableNodeCliInspectArguments: false',
    'enableEmbeddedAsarIntegrityValidation: true',
    'onlyLoadAppFromAsar: true',
    'grantFileProtocolExtraPrivileges: false',
    'enableCookieEncryption: true',
    'loadBrowserProcessSpecificV8Snapshot: false',
  ])
})

it('packs an archive, with the native modules beside it, and nothing of the browser shell', () => {
  expect(config).toMatch(/^asar: true$/m)
  expect(section('asarUnpack')).toEqual(['- node_modules/better-sqlite3/**', '- node_modules/@napi-rs/keyring*/**'])
  expect(section('files')).toEqual(
    expect.arrayContaining([
      '- out/**',
      '- resources/**',
      "- '!out/main/browser.js'",
      "- '!out/preload/page-bridge.cjs'",
    ]),
  )
})

it('makes what is promised', () => {
  expect(['dmg', 'nsis', 'AppImage', 'deb'].every((target) => config.includes(`    - ${target}\n`))).toBe(true)
})

it('tells macOS why the microphone is asked for, and may ask for it under the hardened runtime; there is no camera', () => {
  const mac = section('mac')
  expect(mac).toEqual(
    expect.arrayContaining([
      'hardenedRuntime: true',
      expect.stringMatching(/^NSMicrophoneUsageDescription: \S/),
      'entitlements: resources/entitlements.mac.plist',
      'entitlementsInherit: resources/entitlements.mac.plist',
    ]),
  )
  const entitlements = readFileSync('resources/entitlements.mac.plist', 'utf8')
  expect(entitlements).toMatch(/<key>com\.apple\.security\.device\.audio-input<\/key>\s*<true\/>/)
  expect(entitlements + mac.join()).not.toMatch(/camera/i)
})
