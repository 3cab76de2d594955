import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smokeChecks } from '../../../src/main/electron/smoke-checks.ts'
import { runSmokeTest, type SmokeReport } from '../../../src/main/electron/smoke-test.ts'
import { createMemorySecrets } from '../../../src/main/secrets/memory.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import type { ElectronHost } from '../../fakes/electron-host.ts'
import { eventually } from '../../fakes/eventually.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'
import { type RunningShell, ShellDesk } from '../../fakes/running-shell.ts'

let desk: ShellDesk
beforeEach(() => {
  desk = new ShellDesk()
})
afterEach(() => desk.dispose())

const reportOf = (file: string): SmokeReport => JSON.parse(readFileSync(file, 'utf8'))

test('checks the running app, restarts it, and writes its report', async () => {
  const file = desk.at('report.json')
  const first = await desk.start('linux', givePage, { smokeReport: file })
  await first.over()
  const { checks, finished, about } = reportOf(file)
  expect(finished).toBe(false)
  expect(about).toMatchObject({ app: '1.2.3', node: process.versions.node })
  expect(checks.map(({ name }) => name)).toEqual(smokeChecks.map(({ name }) => name))
  // the shell under test has no keychain, which the check must detect
  expect(checks.filter(({ ok }) => !ok).map(({ name, detail }) => [name, detail])).toEqual([
    ['keychain', 'Error: kept for the run only'],
  ])
  expect(relaunchesOf(first)).toBe(1)

  const second = await desk.start('linux', givePage, { smokeReport: file })
  await second.over()
  expect(reportOf(file).finished).toBe(true)
  expect(reportOf(file).checks.at(-1)).toMatchObject({ name: 'relaunch', ok: true })
  expect(relaunchesOf(second)).toBe(0)
})

test('an ordinary start runs no check', async () => {
  const shell = await desk.start('linux', (host) => {
    host.app.runInPage = () => Promise.reject(new Error('code was run in the page'))
  })
  expect(shell.host.app.isOver).toBe(false)
  expect(relaunchesOf(shell)).toBe(0)
})

test('a check that never answers is given up, and the next one runs', async () => {
  const file = desk.at('report.json')
  const clock = new ManualClock()
  let restarts = 0
  const done = runSmokeTest({
    file,
    about: {},
    surroundings: {
      call: () => Promise.reject(new Error('not asked')),
      isWindowVisible: () => true,
      evaluate: () => Promise.resolve(null),
      secrets: createMemorySecrets(),
      fetch,
      paths: { data: desk.home, resources: desk.home },
      mediaBase: 'media://library/',
      clock: systemClock,
    },
    clock,
    restart: () => (restarts += 1),
    end: () => undefined,
    checks: [
      { name: 'stuck', run: () => new Promise(() => undefined) },
      { name: 'fine', run: () => Promise.resolve('seen') },
    ],
  })
  clock.advance(120_000)
  await eventually(() => expect(restarts).toBe(1))
  await done
  expect(reportOf(file).checks.map(({ name, ok, detail }) => [name, ok, detail])).toEqual([
    ['stuck', false, 'Error: no answer in 120 s'],
    ['fine', true, 'seen'],
  ])
})

function relaunchesOf({ host }: RunningShell): number {
  return host.app.history.filter((event) => event === 'relaunch').length
}

/** A page that reaches main and loads videos through the library's protocol, by ranges. */
function givePage(host: ElectronHost): void {
  host.app.runInPage = async (code) => {
    const film = {
      error: null,
      currentTime: 0,
      duration: 0,
      seekable: { length: 1, end: () => film.duration },
      onloadeddata: () => undefined,
      onseeked: () => undefined,
    }
    const element = new Proxy(film, {
      set(target, name, value) {
        Reflect.set(target, name, value)
        if (name === 'src')
          void host.get(String(value), { range: 'bytes=0-' }).then((answer) => {
            // without range answers a video has no known end to seek to
            target.duration = answer?.status === 206 ? 5 : 0
            void answer?.body?.cancel()
            target.onloadeddata()
          })
        if (name === 'currentTime') queueMicrotask(() => target.onseeked())
        return true
      },
    })
    const bridge = { call: (name: string, input: unknown) => host.call(name, input) }
    const document = { title: 'Atelier', createElement: () => element }
    return await runInNewContext(code, { window: { bridge }, document, queueMicrotask })
  }
}
