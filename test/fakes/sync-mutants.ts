import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SyncModules } from './sync-world.ts'

/** A fault in one file of sync: the text that is replaced, once. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** A seed that shows it; the search begins there. */
  readonly seed: number
}

/** One mutant for each rule of the merge and of the exchange. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the last writer wins',
    file: 'history-state.ts',
    from: 'const held = this.registers.get(register) ?? new Map<string, Version>()',
    to: 'const held = new Map<string, Version>()',
    seed: 1,
  },
  {
    name: 'replaced versions stay',
    file: 'history-state.ts',
    from: "if (change.kind === 'value') this.replace(",
    to: "if (change.kind !== 'value') this.replace(",
    seed: 1,
  },
  {
    name: 'a version that was replaced before it came is shown',
    file: 'history-state.ts',
    from: 'if (!isDead && !this.isErased(version)) this',
    to: 'if (!this.isErased(version)) this',
    seed: 1,
  },
  {
    name: 'an erased version that comes later is shown',
    file: 'history-state.ts',
    from: 'if (!isDead && !this.isErased(version)) this',
    to: 'if (!isDead) this',
    seed: 133,
  },
  {
    name: 'a snapshot removes nothing',
    file: 'history-state.ts',
    from: 'if (isGone) this.removeVersion(register, key)',
    to: 'if (isGone && key === register) this.removeVersion(register, key)',
    seed: 1,
  },
  {
    name: 'a snapshot brings back what was replaced here',
    file: 'history-state.ts',
    from: 'if (!isCovered(here, version.dot) && !isDead',
    to: 'if (!isDead',
    seed: 1,
  },
  {
    name: 'a snapshot brings back what was erased',
    file: 'history-state.ts',
    from: 'version.dot) && !isDead && !this.isErased(version)',
    to: 'version.dot) && !isDead',
    seed: 396,
  },
  {
    name: 'the versions of a writer are added in any order',
    file: 'history-state.ts',
    from: "if (dot.number > last + 1) return 'gap'\n    if (previous !== (tip?.hash ?? '')) return 'branch'",
    to: '',
    seed: 1,
  },
  {
    name: 'damaged files are believed to be whole',
    file: 'place-file.ts',
    from: 'return body.length === bytes && hashOf(body) === hash',
    to: 'return body.length > 0 && bytes > 0 && hash !== ""',
    seed: 6,
  },
  {
    name: 'files that were cut count as whole',
    file: 'exchange-reader.ts',
    from: '(bytes !== null && bytes !== placed.bytes)',
    to: 'bytes === -1',
    seed: 311,
  },
  {
    name: 'a head is forgotten although its log is missing',
    file: 'exchange.ts',
    from: 'if (split.size > 0 || missing.length > 0)',
    to: 'if (split.size > 0)',
    seed: 197,
  },
  {
    name: 'own files that a place has lost are not written again',
    file: 'exchange.ts',
    from: 'if (lost.includes(ledger.writer)) await',
    to: "if (lost.includes('')) await",
    seed: 51,
  },
  {
    name: 'what a place has lost of others is not written again',
    file: 'exchange.ts',
    from: '(isLost && this.isLost)',
    to: 'false',
    seed: 4,
  },
  {
    name: 'snapshots are not read',
    file: 'exchange.ts',
    from: 'if (versions !== null) this.ledger.joinSnapshot(',
    to: 'if (versions === undefined) this.ledger.joinSnapshot(',
    seed: 1,
  },
  {
    name: 'a snapshot counts although a pack of it is lost',
    file: 'place-check.ts',
    from: 'manifest === null || !manifest.packs.every((name) => isThere.has(name))',
    to: 'manifest === null || isThere.has("")',
    seed: 861,
  },
  {
    name: 'a snapshot without all of its packs is joined',
    file: 'exchange-reader.ts',
    from: 'if (versions === null) return null\n      all.push',
    to: 'if (versions === null) continue\n      all.push',
    seed: 4,
  },
  {
    name: 'an item in the bin stays there, whatever others wrote',
    file: 'shown-value.ts',
    from: 'isBin(change) || (seen !== null && isCovered(seen, dot))',
    to: 'isBin(change) || dot.number > 0',
    seed: 1,
  },
]

const source = join(import.meta.dirname, '../../src/main/services/sync')

/** Runs `use` with the modules of sync in which one rule is left out. */
export async function withMutant<T>(mutant: Mutant, use: (modules: SyncModules) => Promise<T>): Promise<T> {
  const code = readFileSync(join(source, mutant.file), 'utf8')
  if (code.split(mutant.from).length !== 2)
    throw new Error(`${mutant.file} does not have the text of “${mutant.name}” once`)
  // inside the project, so that its packages are found
  const parent = join(import.meta.dirname, '../../test-results')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'sync-mutant-'))
  try {
    cpSync(source, folder, { recursive: true })
    writeFileSync(
      join(folder, mutant.file),
      code.replace(mutant.from, () => mutant.to),
    )
    const load = async (name: string) => await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
    return await use({
      exchange: await load('exchange.ts'),
      state: await load('history-state.ts'),
      shown: await load('shown-value.ts'),
      version: await load('version.ts'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
