import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Looks at the build: what a thread reads when it starts.
const folder = join(import.meta.dirname, '../../out/main')

/** The script of a thread, with all that it imports from the build. */
function scriptsOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const script = readFileSync(join(folder, file), 'utf8')
  const imports = [...script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, path = '']) => path)
  return [script, ...imports.flatMap((path) => scriptsOf(path, seen))]
}

test.each(['history-thread.js', 'picture-thread.js', 'answer-thread.js'])(
  '%s loads neither the schema library nor openai',
  (file) => {
    const scripts = scriptsOf(file)
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((script) => script.includes('ZodError') || script.includes('OpenAI-Beta'))).toEqual([])
  },
)

/** The script that an entry reads once compiled code is kept. */
function restOf(entry: string): string {
  return /import\("\.\/([^"]+\.js)"\)/.exec(readFileSync(join(folder, entry), 'utf8'))?.[1] ?? ''
}

test.each(['browser.js', 'index.js'])('%s compiles next to nothing before its code is kept', (entry) => {
  expect(scriptsOf(entry).join('').length).toBeLessThan(10_000)
})

test.each(['browser.js', 'index.js'])('the start of %s reads neither openai nor the demo gateway', (entry) => {
  const scripts = scriptsOf(restOf(entry))
  // so that the look for them can fail
  expect(scripts.join('\n')).toContain('ZodError')
  expect(scripts.filter((script) => /OpenAI-Beta|demo-chat-large/.test(script))).toEqual([])
})

test.each(['browser.js', 'index.js'])('the start of %s imports no HTTP, whose facade reads undici', (entry) => {
  const importing = scriptsOf(restOf(entry)).filter((script) => /from\s*"node:https?"/.test(script))
  expect(importing).toEqual([])
})
