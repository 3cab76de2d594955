// Reads the fuses of a packed program: node scripts/read-fuses.ts PROGRAM. Exits with 1 if one differs from
// electron-builder.yml.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

const [program] = process.argv.slice(2)
if (program === undefined) {
  process.stderr.write('Usage: node scripts/read-fuses.ts PROGRAM\n')
  process.exit(2)
}

const config = readFileSync(join(import.meta.dirname, '../electron-builder.yml'), 'utf8')
const section = /^electronFuses:\n((?:[ #].*\n)+)/m.exec(config)?.[1] ?? ''
// a numeric enum also lists its numbers as names
const fuses = Object.entries(FuseV1Options).flatMap(([name, value]) =>
  typeof value === 'number' ? [[name, value] as const] : [],
)
const wire = await getCurrentFuseWire(program)
let count = 0
let wrong = 0
for (const [, key = '', wanted = ''] of section.matchAll(/^ {2}(\w+): (true|false)$/gm)) {
  // the signature option is no fuse
  const fuse = fuses.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
  if (fuse === undefined) continue
  const state = wire[fuse]
  const isAsWanted = state === (wanted === 'true' ? '1' : '0').charCodeAt(0)
  process.stdout.write(`${isAsWanted ? 'ok    ' : 'WRONG '} ${key}: ${wanted}\n`)
  count += 1
  if (!isAsWanted) wrong += 1
}
if (count === 0) process.stderr.write('electron-builder.yml names no fuse\n')
process.exitCode = wrong > 0 || count === 0 ? 1 : 0
