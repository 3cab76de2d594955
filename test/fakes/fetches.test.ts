import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, sep } from 'node:path'
import { expect, test } from 'vitest'
import { networkTests } from '../../vitest.config.ts'
import { electronNet, networkUnderTest, testedFetch } from './fetches.ts'
import { loopbackServer } from './loopback-server.ts'
import { askingTests } from './network-tests.ts'

test('a request uses the network that the run is named after', async () => {
  const server = await loopbackServer((request, response) => void request.pipe(response))
  const before = electronNet.uploads.length
  try {
    const response = await testedFetch(server.origin, { method: 'POST', body: 'here' })
    expect(await response.text()).toBe('here')
    // Electron's network counts what is uploaded
    expect(electronNet.uploads.length - before).toBe(networkUnderTest === 'electron' ? 1 : 0)
  } finally {
    await server.close()
  }
})

/** Tests of one shell's network, or of other code that happens to use a server. */
const ofOneNetwork: readonly string[] = [
  'test/main/app.test.ts',
  'test/main/browser/**',
  'test/main/electron/**',
  'test/main/ipc/**',
  'test/main/media/**',
  'test/main/storage/**',
  'test/main/services/backup/**',
  'test/main/services/relocation/data-mover.test.ts',
  'test/main/services/app/draft-keeper.test.ts',
  'test/main/services/history/**',
  'test/main/services/network/**',
]

const root = join(import.meta.dirname, '../..')

/** Files among `globs` that mention a server or a fetch. */
function meetingTests(globs: readonly string[]): readonly string[] {
  return globSync([...globs], { cwd: root }).filter((path) =>
    /loopbackServer|DemoGateway|testedFetch|StudioUnderTest|VideoGateway/.test(readFileSync(join(root, path), 'utf8')),
  )
}

test('each test that uses a gateway or a link runs over both networks', () => {
  const meeting = meetingTests(['test/{main,fakes}/**/*.test.ts'])
  expect(meeting.length).toBeGreaterThan(20)
  const once = meeting.filter((path) => ![...networkTests, ...ofOneNetwork].some((glob) => matchesGlob(path, glob)))
  expect(once).toEqual([])
})

test('a test without a gateway runs once, and one with a gateway twice', () => {
  const asking = askingTests(networkTests)
  expect(asking).toContain('test/main/gateway/exchange.test.ts')
  expect(asking).not.toContain('test/main/gateway/liberal-json.test.ts')
  expect(meetingTests(networkTests).filter((path) => !asking.includes(path.replaceAll(sep, '/')))).toEqual([])
})
