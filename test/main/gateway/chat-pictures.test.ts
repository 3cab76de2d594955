import { describe, expect, test } from 'vitest'
import { ChatAnswer } from '../../../src/main/gateway/chat-answer.ts'
import { InlinePictures } from '../../../src/main/gateway/inline-pictures.ts'
import { ResponsesAnswer } from '../../../src/main/gateway/responses-answer.ts'

const data = Buffer.from('a picture of a harbour').toString('base64')
const url = `data:image/png;base64,${data}`
const choice = (fields: object) => JSON.stringify({ choices: [{ index: 0, ...fields }] })

function painted(...events: readonly string[]) {
  const answer = new ChatAnswer([])
  const text = events.map((event) => answer.event({ name: '', data: event })).join('')
  const { bytes, links, unread } = answer.pictures
  return { text, bytes: bytes.map((one) => Buffer.from(one).toString('base64')), links, unread }
}

describe('a picture of a chat answer', () => {
  test.each<[string, object]>([
    ['images with image_url', { images: [{ type: 'image_url', image_url: { url } }] }],
    ['images as strings', { images: [url] }],
    ['images as base64', { images: [{ b64_json: data }] }],
    ['image.b64_json', { image: { b64_json: data } }],
    ['image as a string', { image: url }],
    [
      'a part image_url',
      {
        content: [
          { type: 'text', text: 'Here' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
    ['a part image_url as a string', { content: [{ type: 'image_url', image_url: url }] }],
    ['a part output_image', { content: [{ type: 'output_image', image: data, b64_json: data }] }],
    ['a part inline_data', { content: [{ inline_data: { mime_type: 'image/png', data } }] }],
    ['a part inlineData', { content: [{ inlineData: { mimeType: 'image/png', data } }] }],
    [
      'a part with a source',
      { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }] },
    ],
  ])('in %s is taken, from deltas and messages', (_, fields) => {
    expect(painted(choice({ delta: fields })).bytes).toEqual([data])
    expect(painted(choice({ message: fields })).bytes).toEqual([data])
    // a message that ends a stream repeats it
    expect(painted(choice({ delta: fields }), choice({ message: fields })).bytes).toEqual([data])
  })

  test('a linked picture is kept as a link, and an unreadable one is a leftover', () => {
    const { links, unread } = painted(choice({ delta: { images: ['https://example.org/a.png', '/relative.png', {}] } }))
    expect([links, unread]).toEqual([['https://example.org/a.png'], ['/relative.png', '{}']])
  })

  test('a picture that the gateway made in a response is accepted', () => {
    const answer = new ResponsesAnswer([])
    const output = [{ type: 'image_generation_call', id: 'i', status: 'completed', result: data }]
    answer.event({
      name: '',
      data: JSON.stringify({ type: 'response.completed', response: { status: 'completed', output } }),
    })
    expect(answer.pictures.bytes.map((one) => Buffer.from(one).toString('base64'))).toEqual([data])
    expect(answer.unused).toEqual([])
  })
})

describe('a picture in the text', () => {
  function read(parts: readonly string[]) {
    const found: string[] = []
    const pictures = new InlinePictures((one) => void found.push(one))
    const text = parts.map((part) => pictures.push(part)).join('') + pictures.end()
    return { text, found }
  }

  test.each<[string, string, readonly string[]]>([
    [`Here: ![image](${url}) as asked.`, 'Here:  as asked.', [url]],
    [`![a](${url})![b](<${url}>)`, '', [url, url]],
    [`![](data:image/svg+xml;charset=utf-8;base64,${data})`, '', [`data:image/svg+xml;charset=utf-8;base64,${data}`]],
    [`Cut ![a](${url}`, 'Cut ', [url]],
    // blanks within the data
    [`![a](data:image/png;base64, ${data}) after`, ' after', [url]],
    [`![a](data:image/png;base64,${data.slice(0, 8)} ${data.slice(8)}) after`, ' after', [url]],
    [`![a](\ndata:image/png;base64,${data.slice(0, 20)}\n\n  ${data.slice(20)}\n) after`, ' after', [url]],
    // words behind data that was cut stay
    [`![a](${url}\nHere is the answer`, '\nHere is the answer', [url]],
    [`Cut ![a](${url}... [truncated] and more (of it)`, 'Cut ... [truncated] and more (of it)', [url]],
    [`![a](${url}\n\nNext (words)`, '\n\nNext (words)', [url]],
    [`![a](${url} as asked`, ' as asked', [url]],
    [`![a](${url} "A harbour" ) b`, ' b', [url]],
    [`![a](${url} "A harbour`, ' "A harbour', [url]],
    ['![a](https://example.org/a.png) ![b', '![a](https://example.org/a.png) ![b', []],
    ['Wow![1] ![a](data.png) ![x](data:text/plain,a) !', 'Wow![1] ![a](data.png) ![x](data:text/plain,a) !', []],
    ['![a](data:im', '![a](data:im', []],
    ['![a\nb](c) ![a] (data:image/png;base64,x)', '![a\nb](c) ![a] (data:image/png;base64,x)', []],
  ])('%j', (whole, text, found) => {
    expect(read([whole])).toEqual({ text, found })
    expect(read([...whole])).toEqual({ text, found })
    for (let at = 1; at < whole.length; at += 1)
      expect(read([whole.slice(0, at), whole.slice(at)])).toEqual({ text, found })
  })
})
