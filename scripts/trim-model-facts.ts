// Trims the model facts of models.dev (MIT) to what Atelier shows:
// `node scripts/trim-model-facts.ts <checkout of anomalyco/models.dev> <date of its commit, as 2026-07-02>`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const [checkout, date] = process.argv.slice(2)
if (checkout === undefined || date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date))
  throw new Error('needs a checkout and the date of its commit')

/** The values of a file by `section.key`; enough TOML for these files. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  let section = ''
  return new Map(
    text.split('\n').flatMap((line): (readonly [string, string])[] => {
      const heading = /^\[+([^\]]+)\]+/.exec(line)
      if (heading) section = `${heading[1]}.`
      const pair = /^(\w+)\s*=\s*(.*)$/.exec(line)
      return pair ? [[`${section}${pair[1]}`, pair[2] ?? '']] : []
    }),
  )
}

const facts = new Map<string, readonly [window: number, signs: string]>()
for (const path of globSync('models/*/*.toml', { cwd: checkout }).sort()) {
  const values = valuesOf(readFileSync(join(checkout, path), 'utf8'))
  if (values.get('modalities.output')?.includes('"text"') !== true) continue
  const window = Number(values.get('limit.context')?.replaceAll('_', ''))
  const signs = [
    values.get('modalities.input')?.includes('"image"') === true ? 's' : '',
    values.get('reasoning') === 'true' ? 't' : '',
    values.get('tool_call') === 'true' ? 'c' : '',
  ].join('')
  const id = basename(path, '.toml').toLowerCase()
  // two makers with one name: nobody knows which one a gateway means
  if (facts.has(id)) facts.delete(id)
  else facts.set(id, [Number.isSafeInteger(window) ? window : 0, signs])
}

const to = join(import.meta.dirname, '../src/main/services/connections/facts')
const lines = [...facts].map(
  ([id, entry]) => `    ${JSON.stringify(id)}: ${JSON.stringify(entry).replaceAll(',', ', ')}`,
)
writeFileSync(
  join(to, 'snapshot.json'),
  `{\n  "source": "https://models.dev",\n  "date": "${date}",\n  "models": {\n${lines.join(',\n')}\n  }\n}\n`,
)
writeFileSync(join(to, 'LICENSE-models.dev'), readFileSync(join(checkout, 'LICENSE')))
console.log(`${facts.size} models`)
