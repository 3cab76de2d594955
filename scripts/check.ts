// `npm run check`: types, lint, and the unit tests closest to the changes since main's last commit, in under a minute.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { z } from 'zod'
import { type ImportGraph, relatedTests } from './related-tests.ts'

const root = join(import.meta.dirname, '..')
/** Total duration of the selected tests, in ms; half a minute on two cores. */
const budgetMs = 60_000
/** Start time of a test file, and the assumed duration of one that has not run here yet, in ms. */
const [startMs, unknownMs] = [1_000, 8_000]
/** Always run: it reads the sources as text, so no import leads to it. */
const always = 'test/architecture.test.ts'

/** The used part of Vitest's result cache; another format gives no durations. */
const results = z
  .object({
    projects: z.record(z.string(), z.object({ files: z.record(z.string(), z.object({ duration: z.number() })) })),
  })
  .catch({ projects: {} })

const began = performance.now()
const changed = changedFiles()
const { chosen, left } = relatedTests(importGraph(), changed, budgetMs, durations())
const tests = [...new Set([always, ...chosen])]
const passed = await Promise.all([
  run('types', ['npm', 'run', '--silent', 'types']),
  run('lint', ['npm', 'run', '--silent', 'lint']),
])
passed.push(
  await run(`${tests.length} test files`, ['npm', 'run', '--silent', 'unit', '--', '--project', 'node', ...tests]),
)
if (left > 0) console.log(`${left} related test files were left to npm test`)
console.log(`${changed.length} changed files checked in ${seconds(began)} s`)
process.exitCode = passed.every(Boolean) ? 0 : 1

/** Files that differ from main, committed or not; on a clean main itself, the files of its last commit. */
function changedFiles(): readonly string[] {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const found = [...git('diff', '--name-only', base), ...untracked]
  return found.length > 0 ? found : git('diff', '--name-only', 'HEAD~1')
}

function git(...words: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

function importGraph(): ImportGraph {
  const sources = [...git('ls-files'), ...git('ls-files', '--others', '--exclude-standard')]
  const graph = new Map<string, readonly string[]>()
  for (const path of sources) {
    if (!/\.tsx?$/.test(path) || !existsSync(join(root, path))) continue
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [...text.matchAll(/(?:from\s+|import\s+|import\()'(\.[^']+)'/g)].map(([, name]) => name ?? '')
    graph.set(
      path,
      imports.map((name) => posix.join(posix.dirname(path), name)),
    )
  }
  return graph
}

/** Returns the duration of each test in its last run here, including the start of its file. */
function durations(): (test: string) => number {
  const caches = join(root, 'node_modules', '.vite', 'vitest')
  const known = new Map<string, number>()
  for (const folder of existsSync(caches) ? readdirSync(caches) : []) {
    const file = join(caches, folder, 'results.json')
    if (!existsSync(file)) continue
    const { projects } = results.parse(JSON.parse(readFileSync(file, 'utf8')))
    for (const [test, { duration }] of Object.entries(projects.node?.files ?? {})) known.set(test, duration)
  }
  return (test) => startMs + (known.get(test) ?? unknownMs)
}

/** Runs one check; its output is shown only when it fails. */
function run(title: string, [program = '', ...words]: readonly string[]): Promise<boolean> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd: root, shell: process.platform === 'win32' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds(started)} s)`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}
