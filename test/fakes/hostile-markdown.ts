/** Hostile Markdown: deep, long, never closed, or slow to parse. */

const atoms: readonly string[] =
  '> |>|- |* |1. |# |[|]|![|[a](|](b)|[a]: b|[^a]|[^a]: b|*|**|_|__|~|~~|`|``|```|~~~|$|$$|\\(|\\)|\\[|\\]|<|>|<!--|-->|<?|<![CDATA[|<div>|<pre>|<a b="|&|&amp;|&#1;|www.a.|http://a.b/|a@b.c|.a|\\||\\|a|\\|-|---|===|***|\\|a\\|b\\||\\|-\\|-\\||a|word |中文，|*a |**a |_a |~~a |$a |a**b|<a@b.c> |[a](u) |![a](u) |[ ] |[!NOTE]|    |\\t|\\\\|{|}|^{|\\frac|\\left(|\\begin{matrix}|a\u0301\u0302\u0303\u0316|\u202e|\u200d|\ufeff|👩‍👩‍👧|\u0000|\r|\ud800|<think>|</think>'
    .split(/(?<!\\)\|/)
    .map((atom) => atom.replaceAll('\\|', '|').replaceAll('\\t', '\t'))
    .filter((atom) => atom !== '')

const joints = ['', '', ' ', '\n', '\n\n', '\r\n'] as const

export interface HostileText {
  readonly name: string
  readonly text: string
}

/** Texts that once blocked the page for a minute or more, and similar ones. */
export const seenMarkdown: readonly HostileText[] = [
  ['brackets of TeX', '\\['.repeat(200_000)],
  ['dollars', '$a'.repeat(100_000)],
  ['strikes', '~~a'.repeat(100_000)],
  ['marks on one letter', `a${'\u0301'.repeat(400_000)}`],
  ['lists 1,800 deep', Array.from({ length: 1_800 }, (_, level) => `${' '.repeat(level * 2)}- a`).join('\n')],
  ['a list 1,800 deep in one line', `${'- '.repeat(1_800)}a`],
  ['quotes', '>'.repeat(1_000_000)],
  ['emphasis', '*a_'.repeat(330_000)],
  ['pictures', '!['.repeat(500_000)],
  ['comments', '<!--'.repeat(250_000)],
  ['entities', '&'.repeat(1_000_000)],
  ['backticks of rising length', Array.from({ length: 1_400 }, (_, at) => '`'.repeat(at + 1)).join('a')],
  ['rows', '|a|b|\n|-|-|\n'.repeat(80_000)],
  ['underlined headings', 'a\n---\n'.repeat(160_000)],
  ['addresses', 'www.'.repeat(250_000)],
  ['joined emoji', '👩\u200d'.repeat(330_000)],
  ['marks of direction', '\u202e'.repeat(1_000_000)],
  ['one word', 'a'.repeat(1_000_000)],
  ['line feeds', '\n'.repeat(1_000_000)],
  ['code', `\`\`\`ts\n${'const a = 1\n'.repeat(80_000)}`],
].map(([name = '', text = '']) => ({ name, text }))

type Make = (pick: (count: number) => number, length: number) => string

const repeated = (atom: string, length: number): string => atom.repeat(Math.ceil(length / atom.length)).slice(0, length)

const shapes: Readonly<Record<string, Make>> = {
  'one thing again and again': (pick, length) => repeated(atomOf(pick) + jointOf(pick), length),
  'two things in turns': (pick, length) =>
    repeated(atomOf(pick) + jointOf(pick) + atomOf(pick) + jointOf(pick), length),
  'opened and closed': (pick, length) => `${repeated(atomOf(pick), length / 2)}a${repeated(atomOf(pick), length / 2)}`,
  soup: (pick, length) => {
    let text = ''
    while (text.length < length) text += atomOf(pick) + jointOf(pick)
    return text
  },
  'stairs of lists': (pick, length) => {
    const marker = ['- ', '1. ', '> ', '* '][pick(4)] ?? '- '
    const levels = Math.floor(Math.sqrt(length))
    return Array.from({ length: levels }, (_, level) => `${' '.repeat(level * marker.length)}${marker}a`).join('\n')
  },
  'one line': (_, length) => repeated('Some words that go on and on, 以及更多的话，', length),
  zalgo: (_, length) => repeated(`Z\u0351\u036b\u0343${'\u0301'.repeat(40)}`, length),
  'a wide table': (_, length) => {
    const columns = Math.floor(length / 8)
    return `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'|b\n'.repeat(Math.min(1_000, columns))}`
  },
  'a long table': (pick, length) => `| a | b |\n| --- | --- |\n${repeated(`| ${atomOf(pick)} | 2 |\n`, length)}`,
  'a formula': (pick, length) => {
    const inner =
      [
        '{',
        '\\frac{a}',
        '^{a',
        '\\left(',
        '\\sqrt{',
        '\\begin{matrix}a&',
        'x^2+',
        '\\rule{9em}{9em}',
        '\\def\\a{\\a\\a}\\a',
        '\\text{a',
        '\\\\',
        '\\underbrace{',
      ][pick(12)] ?? '{'
    return `$$\n${repeated(inner, length)}${'}'.repeat(pick(2) * Math.min(200, length))}\n$$`
  },
  'many formulas': (_, length) => repeated('$x^2+\\frac12$ and ', length),
  'code without an end': (pick, length) =>
    `\`\`\`${['', 'ts', 'html'][pick(3)]}\n${repeated(`const a = "${atomOf(pick)}"\n`, length)}`,
  'definitions and references': (_, length) =>
    Array.from({ length: Math.floor(length / 20) }, (_item, at) => `[${at}]: /u${at}\n\n[${at}]`).join('\n\n'),
  footnotes: (_, length) =>
    Array.from({ length: Math.floor(length / 24) }, (_item, at) => `a[^${at}]\n\n[^${at}]: b[^${at + 1}]`).join('\n\n'),
  'many blocks': (pick, length) => repeated(`${atomOf(pick)}a\n\n`, length),
}

function atomOf(pick: (count: number) => number): string {
  return atoms[pick(atoms.length)] ?? 'a'
}

function jointOf(pick: (count: number) => number): string {
  return joints[pick(joints.length)] ?? ''
}

/** One hostile text of at most about `lengthMax` characters; short ones are as frequent as long ones. */
export function hostileMarkdown(random: () => number, lengthMax: number): HostileText {
  const pick = (count: number): number => Math.floor(random() * count)
  const names = Object.keys(shapes)
  const parts = Array.from({ length: 1 + pick(3) }, () => {
    const name = names[pick(names.length)] ?? 'soup'
    const length = Math.floor(Math.exp(Math.log(20) + random() * Math.log(lengthMax / 20)))
    return { name, text: shapes[name]?.(pick, length) ?? '' }
  })
  const [first] = parts
  // a single one, or several with text between
  if (first === undefined || random() < 0.4) return first ?? { name: 'nothing', text: '' }
  return {
    name: parts.map(({ name }) => name).join(' + '),
    text: `Before.\n\n${parts.map(({ text }) => text).join('\n\nBetween.\n\n')}\n\nAfter.`,
  }
}
