import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { saidParts, splitThinking, thoughtParts, withoutThinking } from '../../src/shared/thinking.ts'

describe('the thinking before an answer', () => {
  test.each([
    ['is taken off', '<think>\nhm\n</think>\n\nYes.', { thinking: '\nhm\n', answer: '\n\nYes.' }],
    ['may be empty', '<think></think>Yes.', { thinking: '', answer: 'Yes.' }],
    ['may have another name', '<thinking>hm</thinking>Yes.', { thinking: 'hm', answer: 'Yes.' }],
    ['is only at the beginning', 'No. <think>hm</think>', { thinking: null, answer: 'No. <think>hm</think>' }],
    ['is the answer if it never ends', '<think>hm', { thinking: null, answer: '<think>hm' }],
    ['may lack its beginning', 'hm\n</think>\n\nYes.', { thinking: 'hm\n', answer: '\n\nYes.' }],
    ['may lack its beginning, and end in capitals', 'hm\n</Think>\n\nYes.', { thinking: 'hm\n', answer: '\n\nYes.' }],
    ['may lack its beginning, with blanks', 'hm\n</THINKING >\nYes.', { thinking: 'hm\n', answer: '\nYes.' }],
    ['may be nothing but its end', '</think>\n\nYes.', { thinking: '', answer: '\n\nYes.' }],
    [
      'may come in several parts',
      '<think>a</think>\n<think>b</think>\n\nYes.',
      { thinking: 'a\n\nb', answer: '\n\nYes.' },
    ],
    [
      'is the answer from the part on that never ends',
      '<think>a</think><think>b',
      { thinking: 'a', answer: '<think>b' },
    ],
    ['may be in capitals, with blanks', '<Think >hm</THINK >Yes.', { thinking: 'hm', answer: 'Yes.' }],
    ['may be a thought', '<thought>hm</thought>Yes.', { thinking: 'hm', answer: 'Yes.' }],
    ['may have the name of its model', '<seed:think>hm</seed:think>Yes.', { thinking: 'hm', answer: 'Yes.' }],
    ['may have other brackets', '◁think▷hm◁/think▷Yes.', { thinking: 'hm', answer: 'Yes.' }],
    [
      'may be a channel',
      '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>',
      { thinking: 'hm', answer: 'Yes.' },
    ],
    [
      'may be missing before the channel of the answer',
      '<|channel|>final<|message|>Yes.',
      { thinking: null, answer: 'Yes.' },
    ],
    ['may lack its beginning, in other brackets', 'hm\n◁/think▷\nYes.', { thinking: 'hm\n', answer: '\nYes.' }],
    ['is not HTML that looks like it', '<thinker>hm', { thinking: null, answer: '<thinker>hm' }],
  ])('separates thinking: %s', (_, text, expected) => {
    expect(splitThinking(text, false)).toEqual(expected)
  })

  test.each([
    'The tag `</think>` ends it.',
    'It ends with </think>\nor not.',
    'See:\n```\nhm\n</think>\n```\nso',
    'First <think>\nthen\n</think>\nso',
    'First <Think >\nthen\n</think>\nso',
    'The tag `</Think>` ends it.',
    'hm\n</think>',
    '1.  Close it:\n\n    ```\n    </think>\n    ```\n\n    Done',
    'Close it:\n\n    </think>\n\nand go on.',
    'Close it:\n\n\t</think>\n\nand go on.',
    '````\n```\n</think>\n````\nso',
    '- ```\n</think>\n  ```\nso',
    '~~~\n```\n</think>\n~~~\nso',
    'hm\n</think> and\n',
  ])('an answer that mentions thinking is not thinking: %j', (text) => {
    expect(splitThinking(text, false)).toEqual({ thinking: null, answer: text })
  })

  test('thinking without a start tag is found wherever the parts end', () => {
    const line = fc.constantFrom('hm', '', 'a < b', '- list', '潮汐', '`</think>` in words')
    const lines = fc.array(line, { maxLength: 6 })
    fc.assert(
      fc.property(lines, lines, fc.array(fc.nat(80), { maxLength: 5 }), (thought, said, cuts) => {
        const before = thought
          .filter((one) => !one.includes('think'))
          .map((one) => `${one}\n`)
          .join('')
        const text = `${before}</think>\n${said.join('\n')}`
        // nothing before the end of the tag is taken for the answer's, and nothing after it changes the split
        for (const cut of [...cuts, text.length]) {
          const part = text.slice(0, cut)
          const { answer, thinking } = splitThinking(part, true)
          // what may become a beginning is held back
          if (answer === null) expect('<think>'.startsWith(part.trim())).toBe(true)
          else if (thinking === null) expect(answer).toBe(part)
          else expect([thinking, `${thinking}</think>${answer}`]).toEqual([before, part])
        }
        expect(splitThinking(text, false).thinking).toBe(before)
      }),
    )
  })

  test('thinking is folded at every moment while it streams', () => {
    const text = '<think>It is four.</think>Four.'
    for (let end = 1; end <= text.length; end += 1) {
      const { thinking, answer } = splitThinking(text.slice(0, end), true)
      expect(thinking).not.toBeNull()
      expect(`${thinking}${answer ?? ''}`).not.toMatch(/[<>]/)
    }
  })
})

describe('the answer after the thinking', () => {
  test("the answer's text is all but finished thinking", () => {
    expect(withoutThinking('<think>hm')).toBe('<think>hm')
    expect(withoutThinking('<think>a</think>Yes.')).toBe('Yes.')
    expect(withoutThinking('<think>a</think>')).toBe('')
    expect(withoutThinking('No thought.')).toBe('No thought.')
  })
})

describe('the parts of an answer between its calls', () => {
  test('the parts of an answer are separate from the thinking in each', () => {
    const first = '<think>one</think>Looking.'
    expect(thoughtParts(`${first}<think>two</think>Here.<think>`, [first.length])).toEqual(['one', 'two'])
    expect(thoughtParts('Here.', [])).toEqual([''])
  })

  test('each part begins after the thinking before it', () => {
    const first = 'secret\n</think>\n\nLooking.'
    expect(saidParts(`${first}<think>more</think>\nHere.`, [first.length])).toEqual(['Looking.', 'Here.'])
  })

  test('the parts contain the whole text without thinking, wherever the calls are', () => {
    const cut = fc.array(fc.nat(30), { maxLength: 4 })
    fc.assert(
      fc.property(fc.string(), cut, (text, ends) => {
        const sorted = ends.toSorted((one, other) => one - other)
        expect(saidParts(text, sorted).join('')).toBe(text)
        expect(saidParts(text, ends)).toHaveLength(ends.length + 1)
      }),
    )
  })
})
