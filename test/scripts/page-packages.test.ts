import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import electronVite from '../../electron.vite.config.ts'
import { browserFiles, pagePackages, writesHtml } from '../../scripts/page-packages.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'page-packages-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Builds a page that imports one package of these files; Vite without a config of ours, but with the check. */
async function buildWith(manifest: object, files: Readonly<Record<string, string>>): Promise<unknown> {
  const folder = join(root, 'node_modules/part')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'part', type: 'module', ...manifest }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(root, 'page.js'), "import { part } from 'part'\nconsole.log(part)\n")
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [pagePackages()],
    build: { write: false, rollupOptions: { input: join(root, 'page.js') } },
  })
}

const harmless = 'export const part = 1\n'
const writing = "const box = document.createElement('i')\nexport const part = (text) => { box.innerHTML = text }\n"

test('the dev server serves packages that it has bundled, also those that write HTML', async () => {
  const folder = join(root, 'node_modules/part')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'part', type: 'module', main: 'index.js' }))
  writeFileSync(join(folder, 'index.js'), writing)
  writeFileSync(join(root, 'page.js'), "import { part } from 'part'\nconsole.log(part)\n")
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [pagePackages()],
    optimizeDeps: { include: ['part'] },
    server: { middlewareMode: true, ws: false },
  })
  try {
    const page = await server.transformRequest('/page.js')
    const address = /from "([^"]*part[^"]*)"/.exec(page?.code ?? '')?.[1] ?? ''
    expect(address).toContain('.vite/deps/')
    expect((await server.transformRequest(address))?.code).toContain('innerHTML')
  } finally {
    await server.close()
  }
})

describe('a build of the page', () => {
  test.each([
    ['a condition of its exports', { exports: { browser: './dom.js', default: './index.js' } }],
    ['a nested condition', { exports: { '.': { import: { browser: './dom.js', default: './index.js' } } } }],
    ['its field', { main: './index.js', browser: './dom.js' }],
    ['a replacement in its field', { main: './index.js', browser: { './index.js': './dom.js' } }],
  ])('the build fails for a package whose browser variant writes HTML, by %s', async (_, manifest) => {
    await expect(buildWith(manifest, { 'index.js': harmless, 'dom.js': writing })).rejects.toThrow(
      'part takes a browser variant that writes HTML: dom.js',
    )
  })

  test('the build accepts a browser variant that writes no HTML', async () => {
    const exports = { browser: './dom.js', default: './index.js' }
    await expect(buildWith({ exports }, { 'index.js': writing, 'dom.js': harmless })).resolves.toBeDefined()
  })

  test('the build accepts variants of Markdown packages that write no HTML', async () => {
    const { renderer } = typeof electronVite === 'object' && 'renderer' in electronVite ? electronVite : {}
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      resolve: renderer?.resolve ?? {},
      plugins: [pagePackages()],
      build: {
        write: false,
        minify: false,
        rollupOptions: { input: join(import.meta.dirname, '../../src/renderer/components/markdown/syntax-tree.ts') },
      },
    })
    expect(JSON.stringify(result)).not.toMatch(/\.innerHTML\s*=/)
  })
})

test.each([
  ['box.innerHTML = text', true],
  ['box.outerHTML=text', true],
  ["box.insertAdjacentHTML('beforeend', text)", true],
  ['if (box.innerHTML === text) return', false],
  ['box.textContent = text', false],
])('finds what writes HTML: %s', (code, found) => {
  expect(writesHtml(code)).toBe(found)
})

test('a manifest without browser files has none', () => {
  expect(browserFiles({ exports: { '.': './index.js' } }).size).toBe(0)
  expect(browserFiles(null).size).toBe(0)
})
