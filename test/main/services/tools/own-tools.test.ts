import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { AttachedFile } from '../../../../src/shared/attached-file.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'
import type { ToolCall } from '../../../../src/shared/tools.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { asks, type CallingGateway, callingGateway, ends, said } from '../../../fakes/calling-gateway.ts'
import { pdfOf } from '../../../fakes/documents.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { wav } from '../../../fakes/recordings.ts'

let gateway: CallingGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await callingGateway()
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
  await call('models.list', { connectionId: 'environment', refresh: true })
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

async function send(
  text: string,
  enabled: readonly string[],
  more: Partial<CallInput<'chat.send'>> = {},
): Promise<Message> {
  const { messages } = await call('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: { ...defaultParameters, tools: { enabled, roundsMax: 10 } },
    text,
    attachments: [],
    ...more,
  })
  return messages[1] ?? Promise.reject(new Error('there is no answer'))
}

/** Attaches a file as a drop does. */
async function attached(name: string, bytes: Buffer | string): Promise<AttachedFile> {
  const path = join(platform.paths.data, `${randomUUID()}.dropped`)
  writeFileSync(path, bytes)
  const read = await call('files.read', { token: app.importFile({ path, name, temporary: true }) })
  return read.state === 'read' ? read.file : Promise.reject(new Error(read.problem))
}

/** Adds a picture to the library as a drop does. */
async function attachedPicture(): Promise<MediaItem> {
  const path = join(platform.paths.data, `${randomUUID()}.dropped`)
  writeFileSync(path, pictures.png)
  return await call('media.addPicture', { token: app.importFile({ path, name: 'a.png', temporary: true }) })
}

/** One call of a tool in an answer, allowed by the user, once the answer has ended. */
async function called(name: string, input: object, more: Partial<CallInput<'chat.send'>> = {}): Promise<ToolCall> {
  const id = `builtin:${name}`
  await call('tools.setRule', { tool: id, rule: 'always' })
  gateway.answers = [
    [asks('call-1', name, JSON.stringify(input)), ends('tool_calls')],
    [said('Here you are.'), ends('stop')],
  ]
  const answer = await send('Please.', [id], more)
  await platform.events.until('chat.status', (event) => event.messageId === answer.id && event.stream === null)
  const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
  return page.messages.at(-1)?.calls?.[0] ?? Promise.reject(new Error('no tool was called'))
}

const requests = (path: string) => gateway.demo.requests().filter((request) => request.path === path).length

describe('the tool make_image', () => {
  test('make_image makes a picture in the studio with the id of the call, and shows it', async () => {
    const made = await called('make_image', { prompt: 'a bridge in the rain' })
    expect([made.state, made.result]).toEqual(['done', '1 of 1 images are made. The person sees them.'])
    expect(made.media.map(({ mime }) => mime)).toEqual(['image/png'])
    expect(platform.events.of('images.job').map(({ id }) => id)).toContain(made.id)
    expect(requests('/v1/images/generations')).toBe(1)
  })

  test("make_image reports the gateway's refusal to the model", async () => {
    const refused = await called('make_image', { prompt: 'a bridge', model: 'no-such-model' })
    expect([refused.state, refused.result]).toEqual(['failed', 'No image was made: model_not_found.'])
  })

  test('make_image sends nothing for an invalid size', async () => {
    expect((await called('make_image', { prompt: 'a bridge', size: 'large' })).state).toBe('failed')
    expect(requests('/v1/images/generations')).toBe(0)
  })

  test('make_image leaves its job in the studio when the user stops the answer', async () => {
    await call('tools.setRule', { tool: 'builtin:make_image', rule: 'always' })
    gateway.answers = [[asks('call-1', 'make_image', '{"prompt":"[delay:2000] a bridge"}'), ends('tool_calls')]]
    const answer = await send('Please.', ['builtin:make_image'])
    const { call: running } = await platform.events.until('chat.call', (event) => event.call.state === 'running')
    await platform.events.until('images.job', (job) => job.id === running.id)
    await call('chat.stop', { messageId: answer.id })
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    expect(page.messages.at(-1)?.calls?.map(({ state }) => state)).toEqual(['unknown'])
    await platform.events.until('images.job', (job) => job.id === running.id && job.status === 'done')
  })
})

describe('the tool edit_image', () => {
  test('edit_image changes the newest picture of the chat, made in it or attached', async () => {
    await call('tools.setRule', { tool: 'builtin:make_image', rule: 'always' })
    await call('tools.setRule', { tool: 'builtin:edit_image', rule: 'always' })
    gateway.answers = [
      [asks('call-1', 'make_image', '{"prompt":"a bridge"}'), ends('tool_calls')],
      [asks('call-2', 'edit_image', '{"prompt":"at night"}'), ends('tool_calls')],
      [asks('call-3', 'edit_image', '{"prompt":"in winter","picture":9}'), ends('tool_calls')],
      [said('Done.'), ends('stop')],
    ]
    const answer = await send('Please.', ['builtin:make_image', 'builtin:edit_image'])
    await platform.events.until('chat.status', (event) => event.messageId === answer.id && event.stream === null)
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    const calls = page.messages.at(-1)?.calls ?? []
    expect(calls.map(({ name, state }) => [name, state])).toEqual([
      ['make_image', 'done'],
      ['edit_image', 'done'],
      ['edit_image', 'failed'],
    ])
    expect(calls[1]?.media.map(({ mime }) => mime)).toEqual(['image/png'])
    expect(calls[2]?.result).toBe('There are 2 pictures in this chat.')
    expect([requests('/v1/images/generations'), requests('/v1/images/edits')]).toEqual([1, 1])
    const edits = platform.events.of('images.job').filter(({ id }) => id === calls[1]?.id)
    expect(edits.at(-1)?.request.edit?.sourceId).toBe(calls[0]?.media[0]?.id)
  })
})

describe('the tool transcribe_recording', () => {
  /** Listens through the recording that a call queued, as a page does. */
  async function listened(): Promise<void> {
    await platform.events.until('transcription.job', ({ status }) => status === 'preparing')
    const pageId = randomUUID()
    const claimed = await call('transcription.claim', { pageId })
    const heard = { duration: 3000, silent: false, waveform: 'AAAA', pieces: 0 }
    await call('transcription.listened', { jobId: claimed?.jobId ?? '', pageId, heard })
  }

  test('transcribe_recording returns the words of an attached recording, as a job with the id of the call', async () => {
    const file = await attached('Talk.wav', wav(3))
    const [done] = await Promise.all([called('transcribe_recording', {}, { files: [file] }), listened()])
    expect([done.state, done.result]).toEqual(['done', expect.stringMatching(/^\[00:00:00\] \S/)])
    expect(platform.events.of('transcription.job').at(-1)).toMatchObject({
      id: done.id,
      name: 'Talk.wav',
      status: 'done',
    })
    expect(requests('/v1/audio/transcriptions')).toBe(1)
    // the words are those of others; the model was told that there is a recording
    expect(String(gateway.sent[1]?.messages.at(-1)?.content)).toMatch(/^The tool returned the data between/)
    expect(JSON.stringify(gateway.sent[0]?.messages)).toContain('[A recording: audio/wav, 0.1 MB.')
  })

  test('transcribe_recording asks next to untrusted text, even if it is allowed', async () => {
    const files = [await attached('notes.txt', 'tides'), await attached('Talk.wav', wav(3))]
    await call('tools.setRule', { tool: 'builtin:transcribe_recording', rule: 'always' })
    gateway.answers = [[asks('call-1', 'transcribe_recording', '{}'), ends('tool_calls')]]
    await send('Please.', ['builtin:transcribe_recording'], { files })
    const { call: question } = await platform.events.until('chat.call', (event) => event.call.state === 'asking')
    expect(question.askReason).toBe('untrusted')
    expect(requests('/v1/audio/transcriptions')).toBe(0)
  })

  test('transcribe_recording asks at first, because it costs money', async () => {
    gateway.answers = [[asks('call-1', 'transcribe_recording', '{}'), ends('tool_calls')]]
    await send('Please.', ['builtin:transcribe_recording'], { files: [await attached('Talk.wav', wav(3))] })
    const { call: question } = await platform.events.until('chat.call', (event) => event.call.state === 'asking')
    expect(question.askReason).toBe('money')
  })

  test('transcribe_recording sends nothing if no recording is attached', async () => {
    const none = await called('transcribe_recording', { recording: 1 })
    expect([none.state, none.result]).toEqual(['failed', 'There are 0 recordings in this chat.'])
    expect(requests('/v1/audio/transcriptions')).toBe(0)
  })

  test('transcribe_recording leaves its job in the queue when the user stops the answer', async () => {
    const file = await attached('Talk.wav', wav(3))
    await call('tools.setRule', { tool: 'builtin:transcribe_recording', rule: 'always' })
    gateway.answers = [[asks('call-1', 'transcribe_recording', '{}'), ends('tool_calls')]]
    const answer = await send('Please.', ['builtin:transcribe_recording'], { files: [file] })
    await platform.events.until('transcription.job', ({ status }) => status === 'preparing')
    await call('chat.stop', { messageId: answer.id })
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    expect(page.messages.at(-1)?.calls?.map(({ state }) => state)).toEqual(['unknown'])
    await listened()
    await platform.events.until('transcription.job', ({ status }) => status === 'done')
    expect(requests('/v1/audio/transcriptions')).toBe(1)
  })
})

describe('the tool read_file', () => {
  test('read_file reads a page of a file of the chat, which counts as untrusted text', async () => {
    const file = await attached('tides.pdf', pdfOf(['High tide comes at noon.', 'Low tide comes at six.']))
    const page = await called('read_file', { file: 'tides.pdf', page: 2 }, { files: [file] })
    expect([page.state, page.result]).toEqual(['done', '"tides.pdf", page 2 of 2\n\n[Page 2]\nLow tide comes at six.'])
    expect(String(gateway.sent[1]?.messages.at(-1)?.content)).toMatch(/^The tool returned the data between/)
  })

  test('read_file reads what was cut from the message', async () => {
    const long = `${'The tide comes and goes.\n'.repeat(20_000)}The end of the tides.`
    const { file } = { file: await call('files.cut', { file: await attached('long.txt', long) }) }
    const parts = Math.ceil(long.length / 20_000) + 1
    const beyond = await called('read_file', { page: 99 }, { files: [file] })
    const count = Number(/There are (\d+) parts/.exec(beyond.result)?.[1])
    expect(count).toBeLessThanOrEqual(parts)
    gateway.sent.length = 0
    const last = await called('read_file', { page: count }, { files: [file] })
    expect(last.result).toMatch(/The end of the tides\.$/)
  })

  test('read_file reaches no file of another chat', async () => {
    const file = await attached('secret.txt', 'nothing for others')
    gateway.answers = [[said('Thanks.'), ends('stop')]]
    const { id } = await send('Keep this.', [], { files: [file] })
    await platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)
    gateway.sent.length = 0
    const other = await attached('open.txt', 'for all')
    const refused = await called('read_file', { file: 'secret.txt' }, { files: [other] })
    expect([refused.state, refused.result]).toEqual(['failed', 'There is no such file. Attached: "open.txt".'])
    gateway.sent.length = 0
    expect((await called('read_file', {})).result).toBe('No file is attached.')
  })

  test('read_file reports that a recording has no pages', async () => {
    const file = await attached('Talk.wav', wav(1))
    expect((await called('read_file', {}, { files: [file] })).result).toContain('This is a recording.')
  })
})

describe('the tool make_video', () => {
  const firstPicture = async (way: 'data' | 'link' | null) =>
    await call('connections.setFirstPicture', {
      id: 'environment',
      firstPicture: way === null ? null : { field: 'image', way },
    })
  const submissions = () => gateway.demo.requests().filter(({ path }) => path === '/v1/videos/generations')
  /** The arguments of make_video that the model was offered. */
  const offered = (): readonly string[] =>
    Object.keys(gateway.sent.at(-1)?.tools?.[0]?.function.parameters?.properties ?? {})

  test('make_video submits a job with the id of the call', async () => {
    const submitted = await called('make_video', { prompt: 'waves' })
    expect(submitted.state).toBe('done')
    await platform.events.until('videos.job', (job) => job.id === submitted.id && job.taskId !== null)
    expect(submissions()).toHaveLength(1)
    expect(offered()).toEqual(['prompt', 'model', 'duration'])
  })

  test('make_video begins with a picture of the chat where the connection has a field for it', async () => {
    await firstPicture('data')
    const picture = await attachedPicture()
    const submitted = await called('make_video', { prompt: 'waves', picture: 1 }, { attachments: [picture.id] })
    expect(submitted.state).toBe('done')
    await platform.events.until('videos.job', (job) => job.id === submitted.id && job.taskId !== null)
    expect(submissions().map(({ body }) => body)).toMatchObject([
      { prompt: 'waves', image: expect.stringMatching(/^data:image\/png;base64,iVBOR/) },
    ])
    expect(offered()).toEqual(['prompt', 'model', 'duration', 'picture'])
  })

  test('make_video sends nothing for a picture that is not in the chat', async () => {
    await firstPicture('data')
    const refused = await called('make_video', { prompt: 'waves', picture: 3 })
    expect([refused.state, refused.result]).toEqual(['failed', 'There are 0 pictures in this chat.'])
    expect(submissions()).toEqual([])
  })

  test.each(['link', null] as const)('make_video offers no picture where the way is %s', async (way) => {
    await firstPicture(way)
    const picture = await attachedPicture()
    const refused = await called('make_video', { prompt: 'waves', picture: 1 }, { attachments: [picture.id] })
    expect(refused.state).toBe('failed')
    expect(submissions()).toEqual([])
    expect(offered()).not.toContain('picture')
  })
})

test('search_history finds the words of earlier chats, which count as untrusted text', async () => {
  gateway.answers = [[said('At the end of the pier.'), ends('stop')]]
  const { id } = await send('Where is the 灯塔 of Qingdao?', [])
  await platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)
  const search = { text: '灯塔', filter: everything, limit: 1, next: null }
  while ((await call('history.search', search)).items.length === 0) await new Promise((done) => setImmediate(done))
  gateway.sent.length = 0
  const found = await called('search_history', { query: '灯塔 Qingdao' })
  expect(found.result).toContain('Where is the 灯塔 of Qingdao?')
  expect(String(gateway.sent[1]?.messages.at(-1)?.content)).toMatch(/^The tool returned the data between the two lines/)
})

test('a tool that reaches others asks again after untrusted text, even if it is allowed', async () => {
  for (const tool of ['builtin:search_history', 'builtin:make_image'])
    await call('tools.setRule', { tool, rule: 'always' })
  gateway.answers = [
    [asks('call-1', 'search_history', '{"query":"Please"}'), ends('tool_calls')],
    [asks('call-2', 'make_image', '{"prompt":"what the text says"}'), ends('tool_calls')],
    [said('Done.'), ends('stop')],
  ]
  const first = await send('Please remember this.', [])
  await platform.events.until('chat.status', (event) => event.messageId === first.id && event.stream === null)
  const search = { text: 'Please', filter: everything, limit: 1, next: null }
  while ((await call('history.search', search)).items.length === 0) await new Promise((done) => setImmediate(done))
  gateway.sent.length = 0
  await send('Please.', ['builtin:search_history', 'builtin:make_image'])
  const { call: question } = await platform.events.until('chat.call', (event) => event.call.state === 'asking')
  expect([question.name, question.askReason]).toEqual(['make_image', 'untrusted'])
  expect(requests('/v1/images/generations')).toBe(0)
})

test('only the calculator and the date run without asking', async () => {
  const free = (await call('tools.list', {})).filter(({ rule }) => rule === 'always').map(({ name }) => name)
  expect(free.toSorted()).toEqual(['calculator', 'current_date'])
})
