import { pictures } from './pictures.ts'

const data = pictures.png.toString('base64')
const link = 'https://public.example/a.png'
const other = 'https://public.example/b.webp'
const message = (content: unknown, more = {}) => ({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
})

/** Bodies in which gateways answer requests for pictures, besides the documented one. */
export const imageShapes: readonly unknown[] = [
  message('', { images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }] }),
  message(`Here: ![a boat](${link}) and ![one more](data:image/png;base64,${data})`),
  message([
    { type: 'text', text: 'x' },
    { type: 'image_url', image_url: { url: link } },
  ]),
  { output: { choices: [{ message: { content: [{ image: link }, { image: other }] } }] } },
  { code: 0, data: { image_urls: [link, other] }, base_resp: { status_code: 0, status_msg: 'success' } },
  { candidates: [{ content: { parts: [{ text: 'Sure' }, { inlineData: { mimeType: 'image/png', data } }] } }] },
  { predictions: [{ bytesBase64Encoded: data, mimeType: 'image/png' }, { raiFilteredReason: 'filtered' }] },
  { code: 10000, data: { binary_data_base64: [data], image_urls: null } },
  { id: 'p', status: 'succeeded', output: link, urls: { get: 'https://public.example/v1/p' } },
  { id: 'x', status: 'Ready', result: { sample: link, prompt: 'p', seed: 1 } },
  { imageUrl: link },
  { data: [{ url: link }, { error: { code: 'InternalServiceError', message: 'broke' } }, { b64_json: data }] },
  { output: [{ type: 'reasoning' }, { type: 'image_generation_call', result: data }] },
  { answer: { pic: { big: link, thumb: other }, seed: 3 } },
  { id: '7', status: 'queued', polling_url: '/v1/tasks/7' },
  { request_id: '7', status: 'IN_QUEUE', status_url: 'https://public.example/s', response_url: link },
  { code: 200, data: [{ status: 'submitted', task_id: 't' }] },
]
