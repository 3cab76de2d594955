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

test('main loads both, so that this check can fail', () => {
  const scripts = scriptsOf('browser.js').join('\n')
  expect(scripts).toContain('ZodError')
  expect(scripts).toContain('OpenAI-Beta')
})
