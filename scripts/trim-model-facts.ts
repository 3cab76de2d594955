// Trims the model facts and list prices of models.dev (MIT) to what Atelier shows:
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

/** Makers that sell their own models, whose prices are list prices. Prices of resellers are none. */
const makers =
  'alibaba anthropic cohere deepseek google minimax mistral moonshotai openai stepfun xai xiaomi zai'.split(' ')

const prices = new Map<string, readonly (number | null)[] | null>()
for (const maker of makers) {
  for (const path of globSync(`providers/${maker}/models/**/*.toml`, { cwd: checkout }).sort()) {
    const text = readFileSync(join(checkout, path), 'utf8')
    const values = valuesOf(text)
    const [input, cached, output, thinking] = ['input', 'cache_read', 'output', 'reasoning'].map((unit) => {
      const price = values.get(`cost.${unit}`)
      return price === undefined ? null : Number(price.replaceAll('_', ''))
    })
    const base = /^base_model\s*=\s*"([\w./-]+)"/m.exec(text)?.[1]
    const whole = base === undefined ? values : valuesOf(readFileSync(join(checkout, `models/${base}.toml`), 'utf8'))
    const [takes, gives] = ['modalities.input', 'modalities.output'].map((key) => values.get(key) ?? whole.get(key))
    if (takes?.includes('"text"') !== true || gives?.includes('"text"') !== true) continue
    // free models need no price; thinking at its own price would be counted wrongly
    if (input == null || output == null || input + output === 0) continue
    const id = basename(path, '.toml').toLowerCase()
    const isDoubtful = prices.has(id) || (thinking != null && thinking !== output)
    prices.set(id, isDoubtful ? null : [input, cached ?? null, output])
  }
}

const services = join(import.meta.dirname, '../src/main/services')

function write(path: string, models: ReadonlyMap<string, unknown>): void {
  const lines = [...models]
    .filter(([, entry]) => entry !== null)
    .map(([id, entry]) => `    ${JSON.stringify(id)}: ${JSON.stringify(entry).replaceAll(',', ', ')}`)
  writeFileSync(
    join(services, path),
    `{\n  "source": "https://models.dev",\n  "date": "${date}",\n  "models": {\n${lines.join(',\n')}\n  }\n}\n`,
  )
  console.log(`${path}: ${lines.length} models`)
}

write('connections/facts/snapshot.json', facts)
write('spending/list-prices.json', prices)
writeFileSync(join(services, 'connections/facts/LICENSE-models.dev'), readFileSync(join(checkout, 'LICENSE')))
