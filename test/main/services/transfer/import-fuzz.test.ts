import { expect, test } from 'vitest'
import { ImportCheck } from '../../../fakes/import-check.ts'
import { ImportFuzz } from '../../../fakes/import-fuzz.ts'

const seed = Number(process.env.IMPORT_SEED ?? 20261122)

test(`mutated imports are imported whole or refused, and nothing else happens (seed ${seed})`, async () => {
  const check = await ImportCheck.start()
  try {
    const fuzz = await ImportFuzz.make(seed, check.lures)
    for (let number = 1; number <= 60; number += 1) {
      const given = fuzz.next()
      const { problem } = await check.verdict(given)
      expect(problem, `import ${number}, ${given.name}`).toBeNull()
    }
  } finally {
    await check.end()
  }
})
