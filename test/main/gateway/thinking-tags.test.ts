import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThinkingTags } from '../../../src/main/gateway/thinking-tags.ts'

function separated(parts: readonly string[]): { readonly thinking: string; readonly text: string } {
  const tags = new ThinkingTags()
  const all = [...parts.map((part) => tags.push(part)), tags.end()]
  return { thinking: all.map(({ thinking }) => thinking).join(''), text: all.map(({ text }) => text).join('') }
}

test.each([
  ['<think>a</think>b', 'a', 'b'],
  ['\n <thinking>a</thinking>\n\nb', 'a', 'b'],
  ['<think>a </thinking> b</think>c', 'a </thinking> b', 'c'],
  ['<think></think>b', '', 'b'],
  ['<think>a', 'a', ''],
  ['<think>a</thin', 'a</thin', ''],
  ['<thin', '', '<thin'],
  ['<thinker>a</thinker>', '', '<thinker>a</thinker>'],
  ['a <think>b</think>', '', 'a <think>b</think>'],
  ['  \n', '', '  \n'],
  ['<think>a</think>\n<think>b</think>\n\n<thinking>c</thinking>d', 'a\n\nb\n\nc', 'd'],
  ['<think>a</think><think>b', 'a\n\nb', ''],
  ['<think>a</think>\n<thi', 'a', '<thi'],
  ['<Think>a</THINK>b', 'a', 'b'],
  ['<think >a</think\n>b', 'a', 'b'],
  ['<think a', '', '<think a'],
  ['<think>a</think b</think>c', 'a</think b', 'c'],
])('%j is separated', (whole, thinking, text) => {
  expect(separated([whole])).toEqual({ thinking, text })
  expect(separated([...whole])).toEqual({ thinking, text })
})

test('where the parts end makes no difference, and nothing is lost', () => {
  const piece = fc.constantFrom(
    '<think>',
    '</think>',
    '<thinking>',
    '</thinking>',
    '<',
    '>',
    'think',
    'Think',
    ' ',
    '\n',
    '想',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 6 }), (pieces, cuts) => {
      const whole = pieces.join('')
      const at = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((one, other) => one - other), whole.length]
      const parts = at.slice(1).map((end, index) => whole.slice(at[index], end))
      const all = separated([whole])
      expect(separated(parts)).toEqual(all)
      if (all.thinking === '' && !/^\s*<think/i.test(whole)) expect(all.text).toBe(whole)
    }),
  )
})
