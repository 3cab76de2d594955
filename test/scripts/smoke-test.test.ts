import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/smoke-test.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-smoke-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the smoke test of a shell script as program; `$5` is the report's file. */
function smokeTestOf(lines: string): { readonly code: number | null; readonly output: string } {
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\n${lines}\n`)
  chmodSync(program, 0o755)
  const done = spawnSync(process.execPath, ['--no-warnings', script, program, '--no-sandbox'], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder, SMOKE_TEST_MS: '3000' },
  })
  return { code: done.status, output: done.stdout + done.stderr }
}

function report(checks: readonly { name: string; ok: boolean }[], finished: boolean): string {
  const told = checks.map((check) => ({ ...check, detail: 'seen', ms: 1200 }))
  return `printf '%s' '${JSON.stringify({ about: { app: '1.0.0' }, checks: told, finished })}' > "$5"`
}

test('the smoke test passes once the app has restarted and every check has passed', () => {
  const first = report([{ name: 'window', ok: true }], false)
  const second = report(
    [
      { name: 'window', ok: true },
      { name: 'relaunch', ok: true },
    ],
    true,
  )
  const { code, output } = smokeTestOf(`${first}\n(sleep 0.6; ${second}) &`)
  expect(output).toContain('ok     window (1.2 s): seen\nok     relaunch')
  expect(code).toBe(0)
})

test('the smoke test fails if a check failed', () => {
  const { code, output } = smokeTestOf(report([{ name: 'window', ok: false }], true))
  expect(output).toContain('FAILED window')
  expect(code).toBe(1)
})

test('the smoke test fails if the app did not restart', () => {
  const { code, output } = smokeTestOf(report([{ name: 'window', ok: true }], false))
  expect(output).toContain('did not finish')
  expect(code).toBe(1)
})

test('the smoke test fails at once if the app wrote nothing', () => {
  const { code, output } = smokeTestOf('exit 3')
  expect(output).toContain('The smoke test did not finish (it ended with 3).')
  expect(code).toBe(1)
})

test('the smoke test fails without the program', () => {
  const done = spawnSync(process.execPath, ['--no-warnings', script, join(folder, 'none')], { encoding: 'utf8' })
  expect(done.stderr).toContain('could not be started')
  expect(done.status).toBe(1)
})
