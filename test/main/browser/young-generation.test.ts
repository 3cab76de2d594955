import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shellFlags } from '../../../scripts/own-node.mjs'

const source = join(import.meta.dirname, '../../../src/main/browser/young-generation.ts')

/** Makes many objects; `room` is then what the thread has for new ones. */
const work = `
const kept = []
for (let at = 0; at < 3e6; at += 1) kept[at % 50_000] = { at, list: [at] }
const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
const room = spaces.find((space) => space.space_name === 'new_space').space_size`

/** Room for new objects that the main thread and another one take, in bytes, after the work of each. */
function rooms(flags: readonly string[]): { readonly main: number; readonly thread: number } {
  const thread = `${work}\nprocess.getBuiltinModule('node:worker_threads').parentPort.postMessage(room)`
  const code = `
import { Worker } from 'node:worker_threads'
import { freeYoungGenerationOfThreads } from ${JSON.stringify(source)}
freeYoungGenerationOfThreads()
${work}
const thread = new Worker(${JSON.stringify(thread)}, { eval: true })
thread.on('message', (of) => console.log(JSON.stringify({ main: room, thread: of })))`
  const words = [...flags, '--no-warnings', '--input-type=module', '-e', code]
  const { stderr, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('only the main thread of the browser shell has a small young generation', () => {
  const bounded = rooms(shellFlags)
  expect(bounded.main).toBeLessThan(10_000_000)
  expect(bounded.thread).toBeGreaterThan(2 * bounded.main)
  expect(rooms([]).main).toBeGreaterThan(2 * bounded.main)
})
