import { zipSync } from 'fflate'
import { pictures } from './pictures.ts'

/** A hostile import. */
export interface HostileImport {
  readonly name: string
  readonly file: string
  readonly bytes: () => Buffer
  /** Code of its refusal; null when it is accepted. */
  readonly refusal: 'import_damaged' | 'import_not_read' | null
}

const said = (text: unknown, role = 'user') => ({ author: { role }, content: { content_type: 'text', parts: [text] } })

function chatGpt(mapping: string, more = ''): Buffer {
  return Buffer.from(`[{"title":"a","conversation_id":"hostile"${more},"mapping":${mapping}}]`)
}

function nodes(count: number, parentOf: (index: number) => number | null): string {
  const all = Array.from({ length: count }, (_, index) => {
    const parent = parentOf(index)
    return `"n${index}":{"parent":${parent === null ? null : `"n${parent}"`},"message":${JSON.stringify(said(`m${index}`))}}`
  })
  return `{${all.join(',')}}`
}

const png = `data:image/png;base64,${Buffer.from(pictures.png).toString('base64')}`
/** A picture with a long comment after its end; still valid. */
const longPng = `data:image/png;base64,${Buffer.concat([pictures.png, Buffer.alloc(300_000)]).toString('base64')}`

function cherry(blocks: readonly object[], messages: readonly object[], localStorage: object = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      localStorage,
      indexedDB: { topics: [{ id: 't', messages }], message_blocks: blocks },
    }),
  )
}

function chatbox(sessions: Record<string, unknown>, pictureKeys: Record<string, string> = {}): Buffer {
  return Buffer.from(JSON.stringify({ ...pictureKeys, ...sessions, 'chat-sessions-list': [] }))
}

const line = (count: number, mark: string, text = 'x') =>
  Array.from({ length: count }, (_, index) => ({ id: `${mark}${index}`, role: 'user', content: text }))

const atelierHead = '"format":"atelier","version":1,"app":"0.1.0","exportedAt":0'

/** Known and related attacks, one of each. They are small on disk but expand to a huge size. */
export const hostileImports: readonly HostileImport[] = [
  {
    name: 'ChatGPT: a message nested a million deep',
    file: 'a.json',
    bytes: () => chatGpt(`{"n":{"parent":null,"message":${'['.repeat(1_000_000)}`),
    refusal: 'import_damaged',
  },
  {
    name: 'ChatGPT: a part nested deeper than any call goes, and closed',
    file: 'a.json',
    bytes: () =>
      chatGpt(
        JSON.stringify({ n: { parent: null, message: said('@') } }).replace(
          '"@"',
          '['.repeat(100_000) + ']'.repeat(100_000),
        ),
      ),
    refusal: 'import_not_read',
  },
  {
    name: 'ChatGPT: a chain of messages without end',
    file: 'a.json',
    bytes: () => chatGpt(nodes(100_001, (index) => (index === 0 ? null : index - 1))),
    refusal: 'import_not_read',
  },
  {
    name: 'ChatGPT: messages in a circle',
    file: 'a.json',
    bytes: () => chatGpt(nodes(3, (index) => (index + 1) % 3)),
    refusal: null,
  },
  {
    name: 'ChatGPT: a message that answers itself',
    file: 'a.json',
    bytes: () => chatGpt(nodes(1, () => 0)),
    refusal: null,
  },
  {
    name: 'ChatGPT: a parent that is not there',
    file: 'a.json',
    bytes: () => chatGpt(nodes(1, () => 7)),
    refusal: null,
  },
  {
    name: 'ChatGPT: thousands of versions of one message',
    file: 'a.json',
    bytes: () => chatGpt(nodes(3_000, (index) => (index === 0 ? null : 0))),
    refusal: null,
  },
  {
    name: 'ChatGPT: keys of the prototype',
    file: 'a.json',
    bytes: () =>
      chatGpt(
        `{"__proto__":{"parent":null,"message":${JSON.stringify(said('x'))}},"constructor":{"parent":"__proto__","message":${JSON.stringify(said('y'))}}}`,
        ',"__proto__":{"polluted":true}',
      ),
    refusal: null,
  },
  {
    name: 'ChatGPT: the same key twice',
    file: 'a.json',
    bytes: () =>
      chatGpt(
        `{"n":{"parent":null,"message":${JSON.stringify(said('x'))}},"n":{"parent":null,"message":${JSON.stringify(said('y'))}}}`,
      ),
    refusal: null,
  },
  {
    name: 'ChatGPT: times and numbers out of any range',
    file: 'a.json',
    bytes: () =>
      chatGpt(
        nodes(1, () => null),
        ',"update_time":1e15,"create_time":-99999999999',
      ),
    refusal: null,
  },
  {
    name: 'ChatGPT: a number that is no number any more',
    file: 'a.json',
    bytes: () =>
      chatGpt(
        nodes(1, () => null),
        ',"create_time":1e999',
      ),
    refusal: null,
  },
  {
    name: 'ChatGPT: NUL and lone surrogates everywhere',
    file: 'a.json',
    bytes: () =>
      chatGpt(
        String.raw`{"\u0000\ud800":{"parent":null,"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["a\u0000b\udfff"]}}}}`,
        String.raw`,"title":"\u0000\ud800 t","default_model_slug":"\ud800","current_node":"\u0000\ud800"`,
      ),
    refusal: null,
  },
  {
    name: 'ChatGPT: bytes that are no UTF-8',
    file: 'a.json',
    bytes: () =>
      Buffer.concat([Buffer.from('[{"title":"'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('","mapping":{}}]')]),
    refusal: 'import_damaged',
  },
  {
    name: 'ChatGPT: one picture in thousands of places',
    file: 'a.zip',
    bytes: () => {
      const part = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-A1' }
      const parts = Array.from({ length: 2_000 }, () => part)
      const message = { author: { role: 'user' }, content: { content_type: 'multimodal_text', parts } }
      const json = chatGpt(JSON.stringify({ n: { parent: null, message } }))
      return Buffer.from(zipSync({ 'conversations.json': json, 'file-A1-a.png': pictures.png }))
    },
    refusal: null,
  },
  {
    name: 'Cherry Studio: one block used 200,000 times in one message',
    file: 'data.json',
    bytes: () =>
      cherry(
        [{ id: 'b', type: 'main_text', content: 'y'.repeat(100_000) }],
        [{ id: 'm', role: 'user', blocks: Array.from({ length: 200_000 }, () => 'b') }],
      ),
    refusal: 'import_not_read',
  },
  {
    name: 'Cherry Studio: one block used by thousands of messages',
    file: 'data.json',
    bytes: () =>
      cherry(
        [{ id: 'b', type: 'main_text', content: 'y'.repeat(100_000) }],
        Array.from({ length: 3_000 }, (_, index) => ({ id: `m${index}`, role: 'user', blocks: ['b'] })),
      ),
    refusal: 'import_not_read',
  },
  {
    name: 'Cherry Studio: one block of pictures used again and again',
    file: 'data.json',
    bytes: () =>
      cherry(
        [{ id: 'b', type: 'image', metadata: { generateImageResponse: { images: [longPng, png] } } }],
        [{ id: 'm', role: 'user', blocks: Array.from({ length: 20_000 }, () => 'b') }],
      ),
    refusal: 'import_not_read',
  },
  {
    name: 'Cherry Studio: a store nested a million deep',
    file: 'data.json',
    bytes: () =>
      cherry([], [{ id: 'm', role: 'user', content: 'x' }], { 'persist:cherry-studio': '['.repeat(1_000_000) }),
    refusal: null,
  },
  {
    name: 'Chatbox: one picture used 5,000 times',
    file: 'a.json',
    bytes: () =>
      chatbox(
        {
          'session:a': {
            id: 'a',
            messages: Array.from({ length: 5_000 }, (_, index) => ({
              id: `m${index}`,
              role: 'user',
              contentParts: [{ type: 'image', storageKey: 'picture:p' }],
            })),
          },
        },
        { 'picture:p': longPng },
      ),
    refusal: null,
  },
  {
    name: 'Chatbox: branches that every thread has again',
    file: 'a.json',
    bytes: () =>
      chatbox({
        'session:a': {
          id: 'a',
          messages: [],
          threads: Array.from({ length: 2_000 }, (_, index) => ({ id: `t${index}`, messages: line(1, 'm') })),
          messageForksHash: { m0: { position: 1, lists: [{ messages: line(2_000, 'f') }] } },
        },
      }),
    refusal: 'import_not_read',
  },
  {
    name: 'Chatbox: branches that lead back to themselves',
    file: 'a.json',
    bytes: () =>
      chatbox({
        'session:a': {
          id: 'a',
          messages: line(2, 'm'),
          messageForksHash: { m0: { position: 0, lists: [{ messages: [] }, { messages: line(2, 'm') }] } },
        },
      }),
    refusal: null,
  },
  {
    name: 'Atelier: a message before its conversation',
    file: 'atelier.json',
    bytes: () => Buffer.from(`{${atelierHead},"conversations":[{"messages":[{}]}]}`),
    refusal: 'import_damaged',
  },
  {
    name: 'Atelier: a list nested a million deep',
    file: 'atelier.json',
    bytes: () => Buffer.from(`{${atelierHead},"images":[${'['.repeat(1_000_000)}`),
    refusal: 'import_not_read',
  },
  {
    name: 'Atelier: a file of the computer',
    file: 'atelier.json',
    bytes: () =>
      Buffer.from(
        `{${atelierHead},"media":[{"id":"${'a'.repeat(64)}","mime":"image/png","bytes":1,"width":1,"height":1,"path":"../../../../etc/passwd"}]}`,
      ),
    refusal: null,
  },
  {
    name: 'a list of a hundred thousand lists',
    file: 'a.json',
    bytes: () => Buffer.from('['.repeat(100_000)),
    refusal: 'import_damaged',
  },
]
