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
  ['<thought>a</thought>b', 'a', 'b'],
  ['<thoughts>a</thoughts>\nb', 'a', 'b'],
  ['<reasoning>a</think></reasoning>b', 'a</think>', 'b'],
  ['<seed:think>a</seed:think>b', 'a', 'b'],
  ['<seed:think>a</think></seed:think >b', 'a</think>', 'b'],
  ['<longcat_think>a</longcat_think>b', 'a', 'b'],
  ['<antThinking>a</antThinking>b', 'a', 'b'],
  ['◁think▷a◁ b◁/think▷c', 'a◁ b', 'c'],
  ['[THINK]a [x] b[/THINK]c', 'a [x] b', 'c'],
  ['<|begin_of_thought|>a<|end_of_thought|>\n\n<|begin_of_solution|>b<|end_of_solution|>', 'a', 'b'],
  ['<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>b<|END_RESPONSE|>', 'a', 'b'],
  ['<|channel>thought\na<channel|>b', '\na', 'b'],
  ['<|channel|>analysis<|message|>a<|channel|>final<|message|>b', 'a', 'b'],
  [
    '<|channel|>analysis<|message|>a < b<|end|><|start|>assistant<|channel|>final<|message|>c <|x|> d<|return|>',
    'a < b',
    'c <|x|> d',
  ],
  [
    '<|start|>assistant<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary to=f<|message|>b<|end|>' +
      '<|start|>assistant<|channel|>final<|message|>c',
    'a\n\nb',
    'c',
  ],
  ['<|channel|>final<|message|>a<|end|>', '', 'a'],
  // a damaged mark takes no words away
  [
    '<|channel|>analysis<|mes age|>a<|channel|>final<|message|>b',
    '',
    '<|channel|>analysis<|mes age|>a<|channel|>final<|message|>b',
  ],
  [
    '<|channel|>commentary to=functions.look <|constrain|>json<|message|>{}<|end|><|channel|>final<|message|>c',
    '{}',
    'c',
  ],
  [
    '<|channel|>commentary to=read code<|message|>{}<|call|><|start|>assistant<|channel|>final<|message|>c<|return|>',
    '{}',
    'c',
  ],
  ...['commentary to=read code', 'commentary json', 'commentary?', 'analysis to=browser.search code'].map(
    (head): [string, string, string] => [
      `<|channel|>${head}<|message|>{}<|end|><|channel|>final<|message|>c`,
      '{}',
      'c',
    ],
  ),
  ['<|channel|>final<|message|>a <|en', '', 'a <|en'],
  ['<|im_start|>a', '', '<|im_start|>a'],
  ['<details>a</details>', '', '<details>a</details>'],
  ['[thinking] a', '', '[thinking] a'],
  ['◁a', '', '◁a'],
  ['a ◁think▷b◁/think▷', '', 'a ◁think▷b◁/think▷'],
])('%j is separated', (whole, thinking, text) => {
  expect(separated([whole])).toEqual({ thinking, text })
  expect(separated([...whole])).toEqual({ thinking, text })
})

test('thinking and text are the same however the answer is split into parts', () => {
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
    '<seed:think>',
    '</seed:think>',
    '◁think▷',
    '◁/think▷',
    '<|channel|>analysis<|message|>',
    '<|channel|>final<|message|>',
    '<|end|>',
    '<|start|>assistant',
    '[THINK]',
    '[/THINK]',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 6 }), (pieces, cuts) => {
      const whole = pieces.join('')
      const at = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((one, other) => one - other), whole.length]
      const parts = at.slice(1).map((end, index) => whole.slice(at[index], end))
      const all = separated([whole])
      expect(separated(parts)).toEqual(all)
      if (all.thinking === '' && !/^\s*([<◁]|\[t)/i.test(whole)) expect(all.text).toBe(whole)
    }),
  )
})
