import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkSync } from 'recheck'
import recheckPackage from 'recheck/package.json' with { type: 'json' }
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** The checker's own engine: no Java and no binary. */
process.env.RECHECK_BACKEND = 'pure'

const root = join(import.meta.dirname, '..')

/** Expressions that are not linear, or that the checker does not finish, with the bound of their input. */
const bounded: readonly (readonly [file: string, expression: string, bound: string])[] = [
  ['main/browser/page-files.ts', '/<head(?:\\s[^>]*)?>/i', 'reads a file of the app'],
  ['main/gateway/transcription-answer.ts', '/^\\s*-?\\d+(\\.\\d+)?\\s*s?\\s*$/', 'timeLengthMax'],
  [
    'main/gateway/transcriptions.ts',
    '/(unsupported|invalid|unknown|unrecogni[sz]ed|not supported).{0,40}(file|audio|media|codec)|(file|audio|media).{0,40}(format|codec|could not be decoded|not an audio)/i',
    'details of errors have 500 characters',
  ],
  ['main/log-file.ts', '/\\b(?:sk|pk|rk|ak|key)[-_](?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2}){6,}/g', 'readMax'],
  [
    'main/log-file.ts',
    '/\\b(?:api[-_ ]?key|authorization|token|secret|password|passwd|access[-_ ]?key)[\\\\"\']*\\s*[:=]\\s*[\\\\"\']*[^\\s"\',;&\\\\]+/gi',
    'readMax',
  ],
  ['main/log-file.ts', '/\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]*)?/g', 'readMax'],
  ['main/security/file-name.ts', '/^[. ]+|[. ]+$/g', 'stemMax'],
  ['shared/plain-markdown.ts', '/\\[\\^[^\\]\\s]{1,40}\\]:?/g', 'lengthMax'],
  ['shared/plain-markdown.ts', '/!?\\[([^\\]\\n]*)\\](?:\\([^)\\n]*\\)|\\[[^\\]\\n]*\\])/g', 'lengthMax'],
]

/** Expressions built from texts, with the reason why they are linear. */
const made: readonly (readonly [file: string, why: string])[] = [
  ['main/services/media/media-export.ts', 'words of the app at the end of a name'],
  ['main/services/transcription/heard-part.ts', 'classes of characters, each repeated up to another class'],
  ['main/services/transcription/heard-part.ts', 'one class of characters, for two of them'],
  ['shared/writing.ts', 'one character at an end'],
  ['shared/writing.ts', 'one character at an end'],
  ['main/gateway/transcription-answer.ts', 'timesLengthMax'],
  ['renderer/features/transcription/edit/find-replace.ts', 'the text itself, escaped'],
  ['renderer/components/markdown/math-delimiters.ts', 'runs of one mark behind a line feed'],
]

interface Found {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

const literals: Found[] = []
const constructed: string[] = []
for (const path of globSync('src/{main,preload,renderer,shared}/**/*.{ts,tsx}', { cwd: root }).sort()) {
  const file = path.replaceAll('\\', '/').slice('src/'.length)
  const source = readFileSync(join(root, path), 'utf8')
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), file)
}

function visit(node: unknown, file: string): void {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node && isRegex(node.regex)) literals.push({ file, ...node.regex })
  if ('type' in node && (node.type === 'NewExpression' || node.type === 'CallExpression') && 'callee' in node) {
    const { callee } = node
    if (typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'RegExp')
      constructed.push(file)
  }
  for (const child of Object.values(node)) visit(child, file)
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value
}

/**
 * Stored verdicts of this checker version. A verdict depends only on the expression, because steps bound the check;
 * most take long to compute.
 */
const verdictsFile = join(root, `node_modules/.cache/recheck-${recheckPackage.version}.json`)
const verdicts = z.record(z.string(), z.string()).catch({})

function readVerdicts(): Map<string, string> {
  return new Map(existsSync(verdictsFile) ? Object.entries(verdicts.parse(readJson(verdictsFile))) : [])
}

function writeVerdicts(known: ReadonlyMap<string, string>): void {
  mkdirSync(dirname(verdictsFile), { recursive: true })
  // written atomically, because two runs may end at once
  const part = `${verdictsFile}.${process.pid}`
  writeFileSync(part, JSON.stringify(Object.fromEntries(known)))
  renameSync(part, verdictsFile)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

const nameOf = ({ file, pattern, flags }: Found): string => `${file}: /${pattern}/${flags}`
const listed = new Set(bounded.map(([file, expression]) => `${file}: ${expression}`))

describe('an expression', () => {
  test('that backtracks is only used on texts with a bound', { timeout: 600_000 }, () => {
    const open = literals.filter((one) => !listed.has(nameOf(one)))
    expect(open.length).toBeGreaterThan(200)
    // bounded by steps instead of time, so that a busy machine gives equal verdicts
    const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const
    const known = readVerdicts()
    const slow = open.filter(({ pattern, flags }) => {
      const key = `${flags}/${pattern}`
      const status = known.get(key) ?? checkSync(pattern, flags, limits).status
      known.set(key, status)
      return status !== 'safe'
    })
    writeVerdicts(known)
    expect(slow.map(nameOf)).toEqual([])
  })

  test('is listed as bounded only while it is there', () => {
    expect([...listed].filter((name) => !literals.some((one) => nameOf(one) === name))).toEqual([])
  })

  test('is made of texts only where that is known to be linear', () => {
    expect([...constructed].sort()).toEqual(made.map(([file]) => file).sort())
  })

  test.each([
    ['(a+)+$', ''],
    ['\\s+$', ''],
    ['<!--.*-->', 'g'],
    ['(\\w+\\s?)*!', ''],
  ])('like /%s/%s would be found', (pattern, flags) => {
    expect(checkSync(pattern, flags).status).toBe('vulnerable')
  })
})
