import { expect, test } from 'vitest'
import { termsOf } from '../../../../src/main/services/knowledge/query-terms.ts'

test.each([
  ['What causes the tides?', ['caus', 'tide'], []],
  ['潮汐的成因是什么？', [], ['潮汐', '成因']],
  ['海', [], ['海']],
  ['GPU 显存', ['gpu'], ['显存']],
  ['Ｔｉｄｅｓ', ['tide'], []],
  ['AI', [], ['ai']],
  ['what is it', [], ['is', 'it']],
  ['的', [], []],
  ['', [], []],
])('the search terms of %s', (question, words, grams) => {
  expect(termsOf(question)).toEqual({ words, grams })
})
