// Makes the table of readings that searches in Chinese use, from the package pinyin-pro (MIT):
// `node scripts/make-pinyin.ts <folder of the unpacked package>`. It covers the 6,763 characters of GB 2312.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('needs the folder of the package pinyin-pro')

const libraryName = pathToFileURL(join(resolve(folder), 'dist/index.mjs')).href
const library = z
  .object({
    pinyin: z.custom<(text: string, options: Readonly<Record<string, unknown>>) => unknown>(
      (value) => typeof value === 'function',
    ),
  })
  .parse(await import(libraryName))

function readingsOf(character: string): readonly string[] {
  const options = { multiple: true, toneType: 'none', type: 'array', v: true }
  const readings = z.array(z.string()).parse(library.pinyin(character, options))
  return [...new Set(readings.filter((reading) => /^[a-z]+$/.test(reading)))]
}

const decoder = new TextDecoder('gb2312')
const bySyllable = new Map<string, string>()
for (let row = 0xb0; row <= 0xf7; row += 1)
  for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
    const character = decoder.decode(Uint8Array.of(row, cell))
    if (!/^\p{Script=Han}$/u.test(character)) continue
    for (const reading of readingsOf(character)) bySyllable.set(reading, `${bySyllable.get(reading) ?? ''}${character}`)
  }

const table = Object.fromEntries([...bySyllable].toSorted(([a], [b]) => (a < b ? -1 : 1)))
const target = join(import.meta.dirname, '../src/renderer/platform/i18n/pinyin.json')
writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`)
