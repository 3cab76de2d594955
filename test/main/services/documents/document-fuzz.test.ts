import { afterAll, expect, test } from 'vitest'
import { DocumentCheck } from '../../../fakes/document-check.ts'
import { DocumentFuzz } from '../../../fakes/document-fuzz.ts'

const seed = Number(process.env.DOCUMENT_SEED ?? 20261128)

let check: DocumentCheck | null = null
afterAll(async () => await check?.end())

test(`every invented document is read or refused, by a chat and by a collection (seed ${seed})`, async () => {
  const fuzz = new DocumentFuzz(seed, 100_000)
  check = await DocumentCheck.start()
  for (let number = 1; number <= 40; number += 1) {
    const given = fuzz.next()
    const { problem } = await check.verdict(given)
    expect(problem, `file ${number}, ${given.name}: ${given.bytes.toString('base64').slice(0, 1_000)}`).toBeNull()
  }
})
