import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { dynamicSymbolsOf } from '../fakes/elf.ts'

const root = join(import.meta.dirname, '../..')
const names = z.record(z.string(), z.string()).default({})
const packageSchema = z.object({ dependencies: names, optionalDependencies: names })

/** Folders of all packages that are packed: the app's dependencies, and theirs. */
function packedFolders(): readonly string[] {
  const found = new Set<string>()
  const follow = (folder: string): void => {
    const about = packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    for (const name of Object.keys({ ...about.dependencies, ...about.optionalDependencies })) {
      const there = [join(folder, 'node_modules', name), join(root, 'node_modules', name)].find(existsSync)
      if (there === undefined || found.has(there)) continue
      found.add(there)
      follow(there)
    }
  }
  follow(root)
  return [...found]
}

/** Native modules and the libraries that come with them. */
function binariesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.node$|\.so(\.\d+)*$/.test(path))
    .map((path) => join(folder, path))
}

/** Functions of GLib, GObject, GModule and GIO all begin like this. */
const isOfGlib = (symbol: string): boolean => /^(g_[a-z]|glib_|_?g_type_)/.test(symbol)
const glibLibrary = /^lib(glib|gobject|gmodule|gthread|gio|vips)/

function glibIn(file: string): readonly string[] {
  const symbols = dynamicSymbolsOf(readFileSync(file))
  if (symbols === null) return []
  const { needed, undefined: missing, defined } = symbols
  return [...needed.filter((name) => glibLibrary.test(name)), ...[...missing, ...defined].filter(isOfGlib)]
}

const binaries = packedFolders().flatMap(binariesIn)

test('native modules are packaged, and can be loaded', () => {
  const read = binaries.map((file) => relative(root, file).replaceAll('\\', '/'))
  expect(read.some((file) => file.includes('better-sqlite3'))).toBe(true)
  expect(read.some((file) => file.includes('@napi-rs/keyring-'))).toBe(true)
})

test.each(binaries.map((file) => [relative(root, file), file]))(
  '%s neither needs, leaves undefined nor brings GLib',
  (_, file) => {
    expect(glibIn(file)).toEqual([])
  },
)

test('sharp is not packaged', () => {
  expect(packedFolders().filter((folder) => /sharp|@img/.test(relative(root, folder)))).toEqual([])
})

test.runIf(process.platform === 'linux')('the GLib of sharp is detected, if it is installed', () => {
  const found = binariesIn(join(root, 'node_modules/@img')).flatMap(glibIn)
  expect(found).toEqual(expect.arrayContaining(['g_object_ref', 'g_object_unref']))
})
