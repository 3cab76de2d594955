import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { networkTests } from '../../vitest.config.ts'
import { electronNet, networkUnderTest, testedFetch } from './fetches.ts'
import { loopbackServer } from './loopback-server.ts'

test('the network that the run is named after is the one that is asked', async () => {
  const server = await loopbackServer((request, response) => void request.pipe(response))
  try {
    const response = await testedFetch(server.origin, { method: 'POST', body: 'here' })
    expect(await response.text()).toBe('here')
    // Electron's network counts what is uploaded
    expect(electronNet.uploads.length).toBe(networkUnderTest === 'electron' ? 1 : 0)
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
]

test('whatever test meets a gateway or a link runs over both networks', () => {
  const root = join(import.meta.dirname, '../..')
  const meeting = globSync('test/{main,fakes}/**/*.test.ts', { cwd: root }).filter((path) =>
    /loopbackServer|DemoGateway|testedFetch|StudioUnderTest|VideoGateway/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(meeting.length).toBeGreaterThan(20)
  const once = meeting.filter((path) => ![...networkTests, ...ofOneNetwork].some((glob) => matchesGlob(path, glob)))
  expect(once).toEqual([])
})
