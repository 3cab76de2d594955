import { pick, type Random } from '../random.ts'

const names = ['window', 'margin', 'signal', 'sample', 'ledger', 'harvest', 'beacon', 'current']

const snippets: Readonly<Record<string, (name: string, count: number) => string>> = {
  typescript: (name, count) => `interface Reading {
  readonly at: number
  readonly value: number
}

/** Keeps the last ${count} readings. */
export function ${name}(readings: readonly Reading[]): Reading[] {
  return readings.toSorted((one, other) => one.at - other.at).slice(-${count})
}`,
  javascript: (name, count) => `export function* ${name}(values) {
  for (let index = 0; index < values.length; index += ${count}) {
    yield values.slice(index, index + ${count})
  }
}`,
  python: (name, count) => `from collections.abc import Iterable

def ${name}(values: Iterable[float], size: int = ${count}) -> list[float]:
    """Moving average of the last \`size\` values."""
    kept: list[float] = []
    averages = []
    for value in values:
        kept = [*kept, value][-size:]
        averages.append(sum(kept) / len(kept))
    return averages`,
  rust: (name, count) => `pub fn ${name}(values: &[f64]) -> Option<f64> {
    let recent = values.iter().rev().take(${count});
    recent.copied().reduce(f64::max)
}`,
  go: (name, count) => `func ${name}(values []int) (sum int) {
	for i, value := range values {
		if i >= ${count} { // the rest is noise
			break
		}
		sum += value
	}
	return sum
}`,
  sql: (name, count) => `SELECT day, avg(value) AS mean
FROM ${name}
WHERE day >= date('now', '-${count} days')
GROUP BY day
ORDER BY day;`,
  bash: (name, count) => `for file in ${name}-*.log; do
  tail -n ${count} "$file" | sort | uniq -c
done`,
  json: (name, count) => `{
  "${name}": { "size": ${count}, "unit": "seconds" },
  "enabled": true,
  "notes": ["quiet", "安静"]
}`,
  css: (name, count) => `.${name} {
  display: grid;
  gap: ${count}px;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
}`,
}

/** Returns a fenced code block in the requested language, or in a random one if that is undefined or unknown. */
export function codeBlock(random: Random, wanted: string | undefined): { language: string; markdown: string } {
  const known = Object.keys(snippets)
  const language = wanted !== undefined && known.includes(wanted) ? wanted : pick(random, known)
  const body = snippets[language]?.(pick(random, names), 3 + Math.floor(random() * 9)) ?? ''
  return { language, markdown: `\`\`\`${language}\n${body}\n\`\`\`` }
}

const formulas = [
  '\\bar{x} = \\frac{1}{n} \\sum_{i=1}^{n} x_i',
  '\\sigma^2 = \\frac{1}{n-1} \\sum_{i=1}^{n} (x_i - \\bar{x})^2',
  '\\int_{-\\infty}^{\\infty} e^{-x^2 / 2\\sigma^2} \\, dx = \\sigma\\sqrt{2\\pi}',
  'f(t) = A e^{-\\lambda t} \\cos(\\omega t + \\varphi)',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\begin{pmatrix} x \\\\ y \\end{pmatrix} = \\begin{pmatrix} ax + by \\\\ cx + dy \\end{pmatrix}',
]

/** Returns a display formula in `$$`. */
export function formula(random: Random): string {
  return `$$\n${pick(random, formulas)}\n$$`
}
