import { afterEach, expect, test, vi } from 'vitest'
import { inShownLanguage } from '../../../src/renderer/platform/connection-names.ts'
import { showLanguage, startI18n } from '../../../src/renderer/platform/i18n/i18n.ts'
import type { Connection, ConnectionList } from '../../../src/shared/connection.ts'

afterEach(() => vi.unstubAllGlobals())

const connection = (kind: Connection['kind'], name: string): Connection => ({
  id: kind,
  name,
  kind,
  baseUrl: 'https://gateway.example/v1',
  key: { kept: 'run', lastFour: null },
  allowInsecure: false,
  createdAt: 0,
})
const list: ConnectionList = {
  connections: [connection('environment', 'Environment'), connection('demo', 'Demo'), connection('gateway', 'Demo')],
  defaultId: null,
  keychain: { available: false, reason: null },
}
const names = () => inShownLanguage(list).connections.map(({ name }) => name)

test("built-in connections are named in the interface's language, and a name from the user stays", async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('zh-CN')
  expect(names()).toEqual(['环境变量', '演示', 'Demo'])
  await showLanguage('en')
  expect(names()).toEqual(['Environment', 'Demo', 'Demo'])
})
