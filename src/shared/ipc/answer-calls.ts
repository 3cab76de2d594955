import { z } from 'zod'
import { keptAnswerSchema, keptKinds } from '../kept-answer.ts'
import { done, id, listWindow } from './call-parts.ts'

const owner = { kind: z.enum(keptKinds), ownerId: id }

/** Calls about kept answers of paid requests. */
export const answerCalls = {
  /** Returns a range of the kept answers of a message or job, oldest first. */
  'answers.kept': {
    input: z.strictObject({ ...owner, ...listWindow(50) }),
    output: z.object({ answers: z.array(keptAnswerSchema).max(50).readonly(), total: z.number().int() }).readonly(),
  },
  /** Reads the kept answers of a job without a result again, as leniently as this version can. Costs nothing. */
  'answers.readAgain': { input: z.strictObject(owner), output: done },
  /** Returns the body of a kept answer as text, cut when it is long. `length` is the full length in UTF-16 units. */
  'answers.raw': {
    input: z.strictObject({ id: z.number().int() }),
    output: z.object({ text: z.string(), length: z.number().int() }).readonly(),
  },
}

export const answerEvents = {
  /** Fires when the kept answers of a message or job changed. */
  'answers.changed': z.object(owner).readonly(),
}

export const answerContract = { calls: answerCalls, events: answerEvents }
