import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src/main/wasm-wrappers.ts')

/** Calls a JavaScript function from WebAssembly 100,000 times; prints what V8 compiled. */
function compiled(before: string): string {
  // (module (import "a" "b" (func (param i32) (result i32))) (func (export "f") (param i32) (result i32) local.get 0 call 0))
  const bytes =
    '0,97,115,109,1,0,0,0,1,6,1,96,1,127,1,127,2,7,1,1,97,1,98,0,0,3,2,1,0,7,5,1,1,102,0,1,10,8,1,6,0,32,0,16,0,11'
  const code = `
import { keepWasmWrappers } from ${JSON.stringify(source)}
${before}
const made = new WebAssembly.Module(new Uint8Array([${bytes}]))
const { f } = new WebAssembly.Instance(made, { a: { b: (x) => x + 1 } }).exports
for (let x = 0; x < 100_000; x += 1) f(x)
console.log('done')`
  const flags = ['--trace-wasm-compilation-times', '--no-warnings', '--input-type=module', '-e', code]
  const done = spawnSync(process.execPath, flags, { encoding: 'utf8' })
  expect(done.stdout + done.stderr).toContain('done')
  return done.stdout
}

test('wrappers of WebAssembly’s imports are compiled once and never freed', () => {
  expect(compiled('')).toContain('WasmToJS wrapper')
  expect(compiled('keepWasmWrappers()')).not.toContain('WasmToJS wrapper')
})

test.each([
  ['browser/index.ts', 'keepWasmWrappers()'],
  ['electron/main-process.ts', 'export function run(code: string | null): void {\n  keepWasmWrappers()'],
])('the start of %s sets the flags before anything else', (file, first) => {
  const lines = readFileSync(join(source, '..', file), 'utf8').split('\n')
  const isBefore = (line: string) => line === '' || /^(import|\}| {2}type|\/\/|\/\*\*| \*|const \w+Ms)/.test(line)
  const statements = lines.slice(lines.findIndex((line) => !isBefore(line)))
  expect(statements.join('\n').slice(0, first.length)).toBe(first)
})
