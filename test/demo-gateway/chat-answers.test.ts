import { describe, expect, it } from 'vitest'
import { answerConversation } from '../../src/demo-gateway/chat/conversation.ts'
import { tokenize } from '../../src/demo-gateway/chat/tokens.ts'
import { type DemoModel, modelsOfGroup } from '../../src/demo-gateway/models.ts'

function modelOf(id: string): DemoModel {
  const model = modelsOfGroup('all').find((candidate) => candidate.id === id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

const message = (role: 'system' | 'user' | 'assistant', text: string) => ({ role, text, images: [] })
const answer = (texts: readonly string[], model = 'demo-chat', seed = 0) =>
  answerConversation(
    texts.map((text, index) => message(index % 2 === 0 ? 'user' : 'assistant', text)),
    modelOf(model),
    seed,
  )

describe('a demo answer', () => {
  it('is about the subject, in the language of the question', () => {
    expect(answer(['Explain how tides work'])).toMatch(/\*\*how tides work\*\*/i)
    expect(answer(['介绍一下潮汐'])).toContain('**“潮汐”**')
    expect(answer(['Tell me about rivers in 300 words'])).toMatch(/\*\*rivers\*\*/i)
    expect(answer(['请写一篇关于潮汐的文章，带表格'])).toContain('**“潮汐”**')
    expect(answer(['Explain tides'], 'demo-writer-zh')).toMatch(/\p{Script=Han}/u)
  })

  it('is equal for equal seeds and differs for different ones', () => {
    expect(answer(['Explain tides'])).toBe(answer(['Explain tides']))
    expect(answer(['Explain tides'], 'demo-chat', 1)).not.toBe(answer(['Explain tides']))
  })

  it('contains the requested blocks', () => {
    const text = answer(['Explain tides with a table, Python code, math, a list, a quote and a link'])
    expect(text).toMatch(/^\| Aspect/m)
    expect(text).toMatch(/^```python$/m)
    expect(text).toMatch(/^\$\$$/m)
    expect(text).toMatch(/^(?:-|1\.) \*\*/m)
    expect(text).toMatch(/^> /m)
    expect(text).toMatch(/\]\(https:/)
  })

  it('repeats the message on request', () => {
    expect(answer(['Repeat exactly: a **b**\n c'])).toBe('a **b**\n c')
  })

  it('follows the earlier subject and the standing instruction', () => {
    expect(answer(['Explain tides', 'Well…', 'And the moon?'])).toContain('*tides*')
    const messages = [message('system', 'Be a pirate'), message('user', 'Explain tides')]
    expect(answerConversation(messages, modelOf('demo-chat'), 0)).toContain('“Be a pirate”')
  })

  it.each([
    ['Write 100,000 characters of mixed Markdown about rivers', 100_000],
    ['Write 3000 characters about rivers', 3_000],
    ['写800字，介绍潮汐', 800],
  ])('%s: has the requested length, cut within a paragraph', (wish, count) => {
    const text = answer([wish])
    expect(text.length).toBeGreaterThanOrEqual(count)
    expect(text.length).toBeLessThan(count + 300)
  })

  it('does not read the length of an attached file as a request', () => {
    const text = answer(['Only its first 400000 of 505000 characters are here.'])
    expect(text.length).toBeLessThan(10_000)
  })

  it('has a length in words if the question asks for words', () => {
    const words = answer(['Write 500 words about rivers']).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
    expect(words).toBeGreaterThanOrEqual(500)
    expect(words).toBeLessThan(560)
  })

  it('mixes every kind of block into a long Markdown text, with all fences closed', () => {
    const text = answer(['Write 100,000 characters of mixed Markdown about rivers'])
    for (const mark of [/^## /m, /^### /m, /^```\w+$/m, /^\| --- /m, /^\$\$$/m, /^> /m, /^- /m, /\]\(https:/]) {
      expect(text).toMatch(mark)
    }
    expect((text.match(/^```/gm)?.length ?? 0) % 2).toBe(0)
  })

  it('has Chinese emphasis next to quotation marks, which is hard to parse', () => {
    expect(answer(['用中文写 20000 字关于河流的长文'])).toMatch(/\*\*“[^”]+”\*\*和\*\*“/)
  })
})

describe('a continued demo answer', () => {
  const question = 'Explain how rivers work, with code'
  const whole = answer([question])

  it.each(['Continue', 'please continue from where you left off', '继续', '请接着写'])(
    'continues exactly where the text stopped: %s',
    (request) => {
      for (const cut of [1, 10, 333, whole.length - 1]) {
        expect(answer([question, whole.slice(0, cut), request])).toBe(whole.slice(cut))
      }
    },
  )

  it('continues if the last message is the partial answer', () => {
    expect(answer([question, whole.slice(0, 200)])).toBe(whole.slice(200))
  })

  it('continues an answer a second time', () => {
    expect(answer([question, whole.slice(0, 100), 'Continue', whole.slice(100, 180), 'Continue'])).toBe(
      whole.slice(180),
    )
    expect(answer([question, whole.slice(0, 100), 'Continue', whole.slice(100, 180)])).toBe(whole.slice(180))
  })

  it('reports a complete text, and continues another author’s text sensibly', () => {
    expect(answer([question, whole, 'Continue'])).toMatch(/whole answer/)
    expect(answer([question, 'Once upon a time', 'Continue'])).toMatch(/^, and to go on/)
    expect(answer([question, 'Look:\n```js\nlet a', 'Continue'])).toMatch(/^\n```\n\n/)
  })
})

describe('the tokens of a demo answer', () => {
  it.each(['a b\n\n  c', '  ', '**“突发容量”**和 emoji 👩‍👩‍👧 é\r\n', '\ud83d', whole100k()])(
    'join to the text again',
    (text) => {
      expect(tokenize(text).join('')).toBe(text)
    },
  )
})

function whole100k(): string {
  return answer(['Write 100,000 characters of mixed Markdown about rivers'])
}
