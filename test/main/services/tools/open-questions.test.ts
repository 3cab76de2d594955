import { beforeEach, expect, test } from 'vitest'
import { OpenQuestions } from '../../../../src/main/services/tools/open-questions.ts'
import { ManualClock } from '../../../fakes/manual-clock.ts'

let clock: ManualClock
let questions: OpenQuestions
let told: string[]

beforeEach(() => {
  clock = new ManualClock()
  told = []
  questions = new OpenQuestions(clock, (id) => told.push(`${id} ${questions.progressOf(id)?.text}`))
})

test('a flood of progress is reported five times a second, for each call, and always the newest', () => {
  for (let step = 1; step <= 10_000; step += 1) {
    questions.storeProgress('a', `step ${step}`, null)
    if (step % 100 === 0) clock.advance(10)
  }
  questions.storeProgress('b', 'begun', 0)
  clock.advance(1000)
  expect(told).toEqual(['a step 2000', 'a step 4000', 'a step 6000', 'a step 8000', 'a step 10000', 'b begun'])
})

test('the last progress is reported even if nothing follows, and nothing after the end', () => {
  questions.storeProgress('a', 'first', 0.1)
  clock.advance(200)
  questions.storeProgress('a', 'last', 0.9)
  clock.advance(60_000)
  expect(told).toEqual(['a first', 'a last'])
  questions.storeProgress('a', 'too late', 1)
  questions.forgetQuestion('a')
  clock.advance(60_000)
  expect([told.length, questions.progressOf('a')]).toEqual([2, null])
})
