import type { RealAnswer } from './answer-fuzz.ts'

/** PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const link = 'https://cdn.example.com/made/1'

/** Parts of a chunk or message as gateways send them beside, or instead of, plain text. */
const messages: Readonly<Record<string, readonly object[]>> = {
  'pictures in a list': [
    { content: 'Here it is.' },
    { content: '', images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } }] },
  ],
  'a picture as base64': [{ content: 'Drawn: ', image: { b64_json: pixel } }, { images: [`${link}.png`] }],
  'a picture in the text': [
    { content: `![made](data:image/png;base64,${pixel.slice(0, 40)}` },
    { content: `${pixel.slice(40)}) as asked` },
  ],
  'content in parts': [
    {
      content: [
        { type: 'text', text: 'One ' },
        { type: 'image_url', image_url: { url: `${link}.webp` } },
        { type: 'text', text: 'two' },
      ],
    },
  ],
  'sources of sentences': [
    { content: 'Tea is old [1].' },
    {
      annotations: [{ type: 'url_citation', url_citation: { start_index: 0, end_index: 3, title: 'Tea', url: link } }],
    },
  ],
  'marks of a private area': [{ content: 'Paris \ue200cite\ue202turn0' }, { content: 'search0\ue201 is old' }],
  'thoughts in a field': [
    { reasoning_content: 'First ' },
    { reasoning_details: [{ text: 'then' }] },
    { content: 'Done' },
  ],
  'thoughts in tags': [{ content: '<tho' }, { content: 'ught>Hm</thought>Done' }],
  'thoughts in channels': [{ content: '<|channel|>analysis<|message|>Hm<|channel|>final<|message|>Done' }],
  'parts that nobody knows': [{ content: 'Heard.', audio: { id: 'a', data: 'AAAA' }, canvas: { text: 'other words' } }],
  'a refusal': [{ content: null, refusal: 'No, not this.' }],
}

/** What gateways send beside `choices`, and reasons for an end that are no end of a whole answer. */
const besides: Readonly<Record<string, object>> = {
  'links beside': { citations: [link, `${link}/2`] },
  'results of a search': { search_results: [{ title: 'Tea', url: link, date: '2026-01-01' }] },
  'results of a web search': { web_search: [{ refer: 'ref_1', title: 'Tea', link }] },
}
const reasons = ['length', 'sensitive', 'SAFETY', 'MAX_TOKENS', 'insufficient_system_resource', 'error']

const transcripts: Readonly<Record<string, unknown>> = {
  'times in ms': { text: 'One two', duration: 20, segments: [{ start: 500, end: 2000, text: 'One two' }] },
  utterances: { result: { text: 'One two', utterances: [{ start_time: 500, end_time: 2000, text: 'One two' }] } },
  clocks: { text: 'One two', segments: [{ start: '00:00:01.000', end: '1.5s', text: 'One two' }] },
  'subtitles as text': { text: '1\n00:00:00,500 --> 00:00:02,000\nOne two\n' },
  'sentences of transcripts': { transcripts: [{ sentences: [{ begin_time: 500, end_time: 2000, text: 'One two' }] }] },
  channels: {
    results: {
      channels: [{ alternatives: [{ transcript: 'One two', words: [{ word: 'One', start: 0.5, end: 1 }] }] }],
    },
  },
  'an answer of chat': { choices: [{ message: { content: 'One two' } }] },
  'tags in the text': { text: '<|zh|><|NEUTRAL|><|Speech|>一二' },
  'a result alone': { result: 'One two' },
}

const tasks: Readonly<Record<string, object>> = {
  'a number as id': { id: 42, status: 'preparing' },
  'a task of data': { code: 'success', data: { task_id: 't', task_status: 'submitted' } },
  'an output': { request_id: 'r', output: { task_id: 't', task_status: 'PENDING' } },
}
const films: Readonly<Record<string, object>> = {
  'a link in data': { data: { task_id: 't', status: 'SUCCESS', result_url: `${link}.mp4` } },
  'a link as reason': { id: 't', status: 'SUCCESS', fail_reason: `${link}.mp4` },
  'a link of metadata': { id: 't', status: 'completed', metadata: { url: `${link}.mp4` } },
  'a link of content': { id: 't', status: 'succeeded', content: { video_url: `${link}.mp4` } },
  'links of a result': { data: { task_status: 'succeed', task_result: { videos: [{ id: 'v', url: `${link}.mp4` }] } } },
  'an output alone': { id: 't', status: 'succeeded', output: [`${link}.mp4`] },
  'no link': { id: 't', status: 'succeeded' },
  'a failure of data': { data: { task_status: 'failed', task_status_msg: 'the words were refused' } },
}

/** Words that stay in the text or the thought of answers whose marks and pictures leave the text, by their names. */
export const fieldWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['a picture in the text', ['asked']],
  ['marks of a private area', ['Paris', 'is old']],
  ['thoughts in tags', ['Hm', 'Done']],
  ['thoughts in channels', ['Hm', 'Done']],
])

/** Answers as public reports show them, for the reading of which a user has paid. Sources are in docs/field.md. */
export function fieldAnswers(): readonly RealAnswer[] {
  return [
    ...Object.entries(messages).flatMap(([name, parts]) => [
      answer('chat', name, events(parts.map((delta) => ({ choices: [{ index: 0, delta }] })))),
      answer('chat', `${name}, whole`, { choices: [{ message: Object.assign({ role: 'assistant' }, ...parts) }] }),
    ]),
    ...Object.entries(besides).flatMap(([name, parts]) => [
      answer('chat', name, events([{ choices: [{ delta: { content: 'Old [1].' } }] }, { choices: [], ...parts }])),
      answer('chat', `${name}, whole`, { choices: [{ message: { content: 'Old [1].' } }], ...parts }),
    ]),
    ...reasons.map((finish_reason) =>
      answer(
        'chat',
        `ends by ${finish_reason}`,
        events([{ choices: [{ delta: { content: 'Half an' }, finish_reason }] }]),
      ),
    ),
    ...Object.entries(transcripts).map(([name, body]) => answer('transcription', name, body)),
    ...Object.entries(tasks).map(([name, body]) => answer('video', name, body)),
    ...Object.entries(films).map(([name, body]) => answer('poll', name, body)),
    answer('models', 'a list in data', { data: { data: [{ id: 'one' }] } }),
    answer('models', 'a list in result', { result: [{ id: 'one' }, { name: 'two' }] }),
    answer('models', 'by name', { models: { one: { id: 'one' }, two: {} } }),
  ]
}

function answer(endpoint: RealAnswer['endpoint'], name: string, body: unknown): RealAnswer {
  const isText = typeof body === 'string'
  return {
    endpoint,
    name,
    status: 200,
    contentType: isText ? 'text/event-stream' : 'application/json',
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  }
}

function events(chunks: readonly object[]): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
}
