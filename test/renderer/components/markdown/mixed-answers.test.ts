import { expect, test } from 'vitest'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { mixedAnswer } from '../../../fakes/mixed-answers.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { lostText } from './lost-text.ts'

/** Answers that are tried; `npm run fuzz:markdown` tries more. */
const answers = Number(process.env.MARKDOWN_ANSWERS ?? 300)
const seed = Number(process.env.MARKDOWN_SEED ?? 20261128)

test(`no character of ${answers} mixed answers is lost, whole and while they grow (seed ${seed})`, () => {
  const random = randomFrom(seed)
  const lost: string[] = []
  for (let round = 0; round < answers; round += 1) {
    const text = mixedAnswer(random)
    const growing = new MessageDocument()
    for (const share of [random() * 0.5, 0.5 + random() * 0.5, 1]) {
      const part = text.slice(0, Math.ceil(text.length * share)).toWellFormed()
      const rest = lostText(growing, part)
      const whole = lostText(new MessageDocument(), part)
      if (rest !== '' || whole !== '')
        lost.push(`${round}: ${JSON.stringify(part)} lost ${JSON.stringify(whole || rest)}`)
      if (lost.length > 0) break
    }
  }
  expect(lost).toEqual([])
})
