import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import recheckPackage from 'recheck/package.json' with { type: 'json' }
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { randomFrom } from './fakes/seeded-random.ts'

/** The checker's own engine: no Java and no binary. */
process.env.RECHECK_BACKEND = 'pure'

const root = join(import.meta.dirname, '..')
/** Draws the stored verdicts that are computed again; another one in each run. */
const seed = Number(process.env.EXPRESSION_SEED ?? Math.floor(Math.random() * 1e6))

/** Expressions that are not linear, or that the checker does not finish, with the bound of their input. */
const bounded: readonly (readonly [file: string, expression: string, bound: string])[] = [
  ['main/browser/page-files.ts', '/<head(?:\\s[^>]*)?>/i', 'reads a file of the app'],
  ['main/log-file.ts', '/\\b(?:sk|pk|rk|ak|key)[-_](?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2}){6,}/g', 'readMax'],
  [
    'main/log-file.ts',
    '/\\b(?:api[-_ ]?key|authorization|token|secret|password|passwd|access[-_ ]?key)[\\\\"\']*\\s*[:=]\\s*[\\\\"\']*[^\\s"\',;&\\\\]+/gi',
    'readMax',
  ],
  ['main/log-file.ts', '/\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]*)?/g', 'readMax'],
  ['main/security/file-name.ts', '/^[. ]+|[. ]+$/g', 'stemMax'],
  [
    'shared/price-columns.ts',
    '/(audio|sound|speech|音频|语音).*(input|output|token|输入|输出)|(input|output|输入|输出).*(audio|sound|speech|音频|语音)/',
    'names of columns have 100 characters',
  ],
  [
    'shared/price-columns.ts',
    '/(image|picture|video|图|视频).*(input|token|输入)|(input|输入).*(image|picture|video|图|视频)/',
    'names of columns have 100 characters',
  ],
  [
    'shared/price-columns.ts',
    '/(audio|sound|speech|音频|语音).*(seconds?\\b|秒)|(video|视频).*(minutes?\\b|分钟)/',
    'names of columns have 100 characters',
  ],
  ['shared/prices.ts', '/(?:\\s*(?:[¥$元]|美元|CNY|USD|RMB|US))+$/i', 'amountMax'],
  ['shared/plain-markdown.ts', '/\\[\\^[^\\]\\s]{1,40}\\]:?/g', 'lengthMax'],
  ['shared/plain-markdown.ts', '/!?\\[([^\\]\\n]*)\\](?:\\([^)\\n]*\\)|\\[[^\\]\\n]*\\])/g', 'lengthMax'],
]

/** Expressions built from texts, with the reason why they are linear. */
const made: readonly (readonly [file: string, why: string])[] = [
  ['main/services/media/media-export.ts', 'words of the app at the end of a name'],
  ['main/services/transcription/heard-tokens.ts', 'classes of characters, each repeated up to another class'],
  ['main/services/transcription/heard-part.ts', 'one class of characters, for two of them'],
  ['main/services/documents/html-text.ts', 'the name of an element and one character'],
  ['shared/price-columns.ts', 'wordsMax'],
  ['shared/price-columns.ts', 'wordsMax'],
  ['shared/writing.ts', 'one character at an end'],
  ['shared/writing.ts', 'one character at an end'],
  ['main/gateway/plain-transcript.ts', 'timesLengthMax'],
  ['renderer/features/transcription/edit/find-replace.ts', 'the text itself, escaped'],
  ['renderer/components/markdown/formula-places.ts', 'runs of one mark behind a line feed'],
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
 * Verdicts of this version of the checker. A verdict depends only on the expression, because steps bound the check; all
 * of them take two minutes to compute. The test adds what is new, and removes what is gone: commit the file with it.
 */
const verdictsFile = join(root, 'test/fixtures/linear-expressions.json')
const stored = z.object({ checker: z.string(), verdicts: z.record(z.string(), z.string()) })

function readVerdicts(): ReadonlyMap<string, string> {
  const { checker, verdicts } = stored.parse(JSON.parse(readFileSync(verdictsFile, 'utf8')))
  return new Map(checker === recheckPackage.version ? Object.entries(verdicts) : [])
}

function writeVerdicts(verdicts: ReadonlyMap<string, string>): void {
  const sorted = [...verdicts].sort(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify({ checker: recheckPackage.version, verdicts: Object.fromEntries(sorted) }, null, 2)
  writeFileSync(verdictsFile, `${text}\n`)
}

/** Bounded by steps instead of time, so that a busy machine gives equal verdicts. */
function verdictOf({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>): string {
  const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const
  return checkSync(pattern, flags, limits).status
}

const nameOf = ({ file, pattern, flags }: Found): string => `${file}: /${pattern}/${flags}`
const keyOf = ({ pattern, flags }: Found): string => `${flags}/${pattern}`
const listed = new Set(bounded.map(([file, expression]) => `${file}: ${expression}`))

describe('the check of an expression', () => {
  test('an expression that backtracks is only used on texts with a bound', { timeout: 600_000 }, () => {
    const open = literals.filter((one) => !listed.has(nameOf(one)))
    expect(open.length).toBeGreaterThan(200)
    const known = readVerdicts()
    const verdicts = new Map(open.map((one) => [keyOf(one), known.get(keyOf(one)) ?? verdictOf(one)]))
    if (JSON.stringify([...verdicts.keys()].sort()) !== JSON.stringify([...known.keys()].sort()))
      writeVerdicts(verdicts)
    expect(open.filter((one) => verdicts.get(keyOf(one)) !== 'safe').map(nameOf)).toEqual([])
  })

  test('each expression has the stored verdict', { timeout: 600_000 }, () => {
    const random = randomFrom(seed)
    const open = literals.filter((one) => !listed.has(nameOf(one)))
    const drawn = Array.from({ length: 5 }, () => open[Math.floor(random() * open.length)]).filter(
      (one) => one !== undefined,
    )
    const known = readVerdicts()
    for (const one of drawn) expect(verdictOf(one), `${nameOf(one)}, seed ${seed}`).toBe(known.get(keyOf(one)))
  })

  test('an expression is listed as bounded only while it is in the source', () => {
    expect([...listed].filter((name) => !literals.some((one) => nameOf(one) === name))).toEqual([])
  })

  test('an expression is built from texts only if the result is known to be linear', () => {
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
