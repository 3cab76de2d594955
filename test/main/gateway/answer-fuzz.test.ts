import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AnswerFuzz, problemWith, realAnswers } from '../../fakes/answer-fuzz.ts'

const seed = Number(process.env.ANSWER_SEED ?? 20261122)

test(`no decoder throws or loses text that was paid for (seed ${seed})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-fuzz-'))
  try {
    const fuzz = new AnswerFuzz(seed, await realAnswers(folder))
    for (let number = 1; number <= 2000; number += 1) {
      const answer = fuzz.next()
      const problem = await problemWith(answer, folder)
      expect(
        problem,
        `answer ${number}, ${answer.endpoint} ${answer.name}: ${answer.body.toString().slice(0, 1000)}`,
      ).toBeNull()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
