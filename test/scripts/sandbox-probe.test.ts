import { describe, expect, test } from 'vitest'
import { sandboxProblem } from '../../scripts/sandbox-probe.mjs'

const free = {
  platform: 'linux' as const,
  program: '/app/dist/electron',
  run: () => 0,
  setting: () => null,
  isRootHelper: () => false,
}

describe('the sandbox of Electron', () => {
  test('the probe tests what the sandbox needs: a user namespace in which we are root', () => {
    const asked: string[] = []
    const run = (program: string, words: readonly string[]): number => {
      asked.push([program, ...words].join(' '))
      return 0
    }
    expect(sandboxProblem({ ...free, run })).toBeNull()
    expect(asked).toEqual(['unshare -Ur true'])
  })

  test.each([
    ['Ubuntu 23.10 and later', {}, 'kernel.apparmor_restrict_unprivileged_userns=0'],
    ['a kernel that forbids them', { '/proc/sys/kernel/unprivileged_userns_clone': '0\n' }, 'userns_clone=1'],
    ['a system without any', { '/proc/sys/user/max_user_namespaces': '0\n' }, 'max_user_namespaces=10000'],
  ])('a sandbox refused on %s is reported with a remedy', (_system, files: Record<string, string>, way) => {
    const problem = sandboxProblem({ ...free, run: () => 1, setting: (path) => files[path] ?? null })
    expect(problem?.why).toBe('this system restricts user namespaces, which the sandbox of Electron needs')
    expect(problem?.remedy.join('\n')).toContain(way)
    expect(problem?.remedy.join('\n')).toContain("sudo chmod 4755 '/app/dist/chrome-sandbox'")
  })

  test('the sandbox needs no namespace if its helper belongs to root', () => {
    const helpers: string[] = []
    const isRootHelper = (path: string): boolean => {
      helpers.push(path)
      return true
    }
    expect(sandboxProblem({ ...free, run: () => 1, isRootHelper })).toBeNull()
    expect(helpers).toEqual(['/app/dist/chrome-sandbox'])
  })

  test('the sandbox is assumed to work if it cannot be tested, and on other systems', () => {
    expect(sandboxProblem({ ...free, run: () => null })).toBeNull()
    expect(sandboxProblem({ ...free, platform: 'darwin', run: () => 1 })).toBeNull()
  })
})
