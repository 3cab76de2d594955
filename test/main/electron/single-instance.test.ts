import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isHeldByAnother } from '../../../src/main/electron/single-instance.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each<readonly [string, () => string, boolean]>([
  ['a process of this computer that runs', () => `${hostname()}-${process.pid}`, true],
  ['a process that has died', () => `${hostname()}-${spawnSync('true').pid}`, false],
  ['a process of another computer', () => `not-${hostname()}-${process.pid}`, false],
  ['nothing that makes sense', () => 'nonsense', false],
])('takes a lock of %s for what it is', (_name, holder, held) => {
  symlinkSync(holder(), join(folder, 'SingletonLock'))
  for (const os of ['mac', 'linux'] as const) expect(isHeldByAnother(folder, os)).toBe(held)
})

it('finds no holder without a lock', () => {
  for (const os of ['mac', 'linux', 'windows'] as const) expect(isHeldByAnother(folder, os)).toBe(false)
})

it('finds the holder on Windows by its file', () => {
  writeFileSync(join(folder, 'lockfile'), '')
  expect(isHeldByAnother(folder, 'windows')).toBe(true)
})
