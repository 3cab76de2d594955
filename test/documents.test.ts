import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
/** Base folders of paths in documents. */
const roots = ['', 'src', 'src/main', 'src/main/services', 'src/renderer', 'src/renderer/features', 'test', 'test/main']
const isPath = /^[\w.@-]+(\/[\w.@-]+)*(\/|\.(ts|tsx|mjs|json|md|png))$/

/**
 * Files and folders that a document names in backticks but that do not exist. A name may be relative to the folder of
 * the previous one.
 */
function missing(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found: string[] = []
  let folders: readonly string[] = []
  for (const [, name = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    if (!isPath.test(name) || generated.test(name)) continue
    const home = [...folders, ...roots].find((place) => existsSync(join(root, place, name)))
    if (home !== undefined) folders = [join(home, dirname(name)), join(home, name)]
    else if (!anywhere.has(name)) found.push(name)
  }
  return found
}

/** Servers that only tests start. Their line is that of the client. */
const mcpServers = /^@modelcontextprotocol\/server-/

/** Files of a data folder, of a build, and of Electron's sources. */
const generated =
  /^(\.dev-data|backups|logs|media|recordings|out|net|shell|lib|chromium)\/|^(location|moving|moved|instance|atelier|verified)\.json$/

/** Every file of ours by its own name. */
const anywhere = new Set(
  ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => name.split(/[\\/]/).at(-1) ?? '',
    ),
  ),
)

describe('the rules for documents', () => {
  test.each(documents)('%s names only files that exist', (path) => {
    expect(missing(path)).toEqual([])
  })

  test('every package has a line in docs/dependencies.md', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const names = [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})]
    expect(names.length).toBeGreaterThan(50)
    const lines = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
    const [, ...rows] = lines.split('\n| ')
    const listed = new Set(rows.flatMap((row) => row.split(' | ')[0]?.split(/, | \(|\), /u) ?? []))
    expect(names.filter((name) => !listed.has(name) && !name.startsWith('@types/') && !mcpServers.test(name))).toEqual(
      [],
    )
  })

  test('the map fits on one screen', () => {
    expect(readFileSync(join(root, 'ARCHITECTURE.md')).byteLength).toBeLessThan(6_000)
  })

  test('every feature of main has a document, and opens with an index', () => {
    const features = readdirSync(join(root, 'src/main/services'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(features.filter((name) => !existsSync(join(root, 'src/main/services', name, 'index.ts')))).toEqual([])
    const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const told = ['chat', 'images', 'transcription', 'videos', 'history', 'backup', 'transfer', 'relocation']
    expect(told.filter((name) => !map.includes(`docs/${name}.md`))).toEqual([])
  })
})
