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

const root = join(import.meta.dirname, '../..')

/** Files among `globs` that mention a server or a fetch. */
function meetingTests(globs: readonly string[]): readonly string[] {
  return globSync([...globs], { cwd: root }).filter((path) =>
    /loopbackServer|DemoGateway|testedFetch|StudioUnderTest|VideoGateway/.test(readFileSync(join(root, path), 'utf8')),
  )
}

test('each test of a module that asks the network runs over both networks', () => {
  const meeting = meetingTests(['test/main/{gateway,places}/**/*.test.ts', 'test/fakes/fetches.test.ts'])
  expect(meeting.length).toBeGreaterThan(20)
  expect(meeting.filter((path) => !networkTests.some((glob) => matchesGlob(path, glob)))).toEqual([])
})

test('services hand their network to those modules, and never ask it themselves', () => {
  const asking = globSync('src/main/services/**/*.ts', { cwd: root }).filter((path) =>
    /(parts|this|ports)\.(fetch|linkFetch)\(|\b(globalThis\.)?fetch\((['"`]|url|address|link)/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  )
  expect(asking).toEqual([])
})

test('a test without a gateway runs once, and one with a gateway twice', () => {
  const asking = askingTests(networkTests)
  expect(asking).toContain('test/main/gateway/exchange.test.ts')
  expect(asking).not.toContain('test/main/gateway/liberal-json.test.ts')
  expect(meetingTests(networkTests).filter((path) => !asking.includes(path.replaceAll(sep, '/')))).toEqual([])
})
