import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { electronLaunch } from '../e2e/electron-launch.ts'

const base = { platform: 'linux', environment: {}, data: '/t', named: true, flags: ['--demo'], added: {} } as const
const secrets = { OPENAI_API_KEY: 'k', ATELIER_API_KEY: 'k', NODE_OPTIONS: '--inspect', ELECTRON_RUN_AS_NODE: '1' }

test('launches the folder of the app, which has its name and version, not one of its files', () => {
  const [folder, ...words] = electronLaunch(base).args
  const about = JSON.parse(readFileSync(join(folder ?? '', 'package.json'), 'utf8'))
  expect(about.productName).toBe('Atelier')
  expect(words).toEqual(['--data', '/t', '--demo'])
})

test('Windows keeps the variables that it needs, in any letter case', () => {
  const environment = { SystemRoot: 'C:\\Windows', windir: 'C:\\Windows', Path: 'C:\\x', ComSpec: 'cmd', ...secrets }
  const { env } = electronLaunch({ ...base, platform: 'win32', environment, named: false })
  expect(env).toEqual({
    SystemRoot: 'C:\\Windows',
    windir: 'C:\\Windows',
    Path: 'C:\\x',
    ComSpec: 'cmd',
    APPDATA: '/t',
    LOCALAPPDATA: '/t',
  })
})

test.each(['linux', 'darwin', 'win32'] as const)(
  'API keys and switches of the machine do not reach the app on %s',
  (platform) => {
    const { env } = electronLaunch({ ...base, platform, environment: secrets })
    for (const name of Object.keys(secrets)) expect(env).not.toHaveProperty(name)
  },
)

test('on Linux the display is passed on, and the default data folder is the test’s', () => {
  const environment = { PATH: '/bin', DISPLAY: ':99', XDG_CONFIG_HOME: '/home/a/.config' }
  expect(electronLaunch({ ...base, environment, named: false, added: { A: '1' } })).toMatchObject({
    args: [expect.any(String), '--demo'],
    env: { PATH: '/bin', DISPLAY: ':99', HOME: '/t', XDG_CONFIG_HOME: '/t', A: '1' },
  })
})
