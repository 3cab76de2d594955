import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInside, safeFile, safeSegments } from '../../../src/main/security/safe-path.ts'
import { readServedFile } from '../../../src/main/security/served-file.ts'

let folder: string
let root: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-path-'))
  root = join(folder, 'served')
  await mkdir(join(root, 'assets'), { recursive: true })
  await mkdir(join(folder, 'served-too'))
  await writeFile(join(root, 'index.html'), 'page')
  await writeFile(join(root, 'assets', 'a b.js'), 'script')
  await writeFile(join(root, 'odd.exe'), 'program')
  await writeFile(join(root, '.hidden.js'), 'hidden')
  await mkdir(join(root, 'folder.js'))
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(folder, 'served-too', 'near.js'), 'near')
  await symlink(join(folder, 'secret.js'), join(root, 'link.js'))
  await symlink(folder, join(root, 'up'))
  await symlink(join(root, 'index.html'), join(root, 'inner.html'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

describe('a served path is found', () => {
  it.each([
    ['/index.html', 'index.html'],
    ['/assets/a%20b.js', join('assets', 'a b.js')],
    ['/inner.html', 'index.html'],
  ])('%s', async (path, file) => expect(await safeFile(root, path)).toBe(join(root, file)))
})

describe('a path out of the folder is refused', () => {
  it.each([
    '/../secret.js',
    '/..',
    '/.',
    '/%2e%2e/secret.js',
    '/%2E%2E%2fsecret.js',
    '/..%2fsecret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/%252e%252e/secret.js',
    '/%c0%ae%c0%ae/secret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '//etc/passwd',
    '/etc//passwd',
    '/index.html%00.js',
    '/index.html\u0000',
    '/index.html::$DATA',
    '/C:/Windows/win.ini',
    '/index.html.',
    '/index.html ',
    '/.hidden.js',
    '/link.js',
    '/up/secret.js',
    '/up/served-too/near.js',
    '/%',
    '/%zz',
    'index.html',
    '',
    '/',
    `/${'a/'.repeat(2000)}`,
  ])('%j', async (path) => expect(await safeFile(root, path)).toBeNull())

  it('finds nothing in a missing folder', async () => {
    expect(await safeFile(join(folder, 'none'), '/index.html')).toBeNull()
  })
})

const traps = fc.constantFrom(
  '..',
  '.',
  '%2e',
  '%2e%2e',
  '%2f',
  '%5c',
  '\\',
  '/',
  '%00',
  '~',
  'secret.js',
  'up',
  'served-too',
  ' ',
  ':',
)

it('never finds a file outside of the folder, for any path', async () => {
  const path = fc
    .array(fc.oneof(traps, fc.string({ maxLength: 4 })), { maxLength: 8 })
    .map((parts) => `/${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(path, async (asked) => {
      const found = await safeFile(root, asked)
      if (found !== null) expect(isInside(root, found)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

it('never returns a segment that could mean more than a name', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webPath(),
        fc.array(traps).map((parts) => `/${parts.join('/')}`),
      ),
      (asked) => {
        for (const segment of safeSegments(asked) ?? []) {
          expect(segment).not.toMatch(/[/\\\0:]|^\.|[. ]$/)
          expect(segment).not.toBe('')
        }
      },
    ),
  )
})

it('distinguishes a folder from another with a longer name', () => {
  const at = (path: string) => path.replaceAll('/', sep)
  expect(isInside(at('/a/b'), at('/a/b/c'))).toBe(true)
  expect(isInside(at('/a/b'), at('/a/b'))).toBe(false)
  expect(isInside(at('/a/b'), at('/a/bc'))).toBe(false)
  expect(isInside(at('/a/b'), at('/a'))).toBe(false)
  expect(isInside(at('/a/b'), at('/a/b/..c'))).toBe(true)
})

it('serves only file types of a build', async () => {
  expect(await readServedFile(root, '/')).toMatchObject({ type: 'text/html; charset=utf-8', immutable: false })
  expect(await readServedFile(root, '/assets/a%20b.js')).toMatchObject({ immutable: true })
  expect(await readServedFile(root, '/odd.exe')).toBeNull()
  expect(await readServedFile(root, '/folder.js')).toBeNull()
})
