import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeardAnswer } from '../../../../src/main/gateway/heard-answer.ts'
import { heardPart } from '../../../../src/main/services/transcription/heard-part.ts'
import { withPieceSpeakers } from '../../../../src/main/services/transcription/piece-speakers.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'

let recorder: Recorder
beforeEach(async () => {
  recorder = await Recorder.open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await recorder.studio.close()
})

type Fields = Readonly<Record<string, string>>

const refusal = (message: string) => Response.json({ error: { message, code: 'invalid_value' } }, { status: 400 })

/** Two speakers in each request, as OpenAI's model labels them. */
const talk = () =>
  Response.json({
    task: 'transcribe',
    duration: 2,
    text: 'Hello there. Good morning.',
    segments: [
      { type: 'transcript.text.segment', id: 'seg_0', start: 0, end: 0.8, text: ' Hello there.', speaker: 'A' },
      { type: 'transcript.text.segment', id: 'seg_1', start: 0.9, end: 1.8, text: ' Good morning.', speaker: 'B' },
    ],
  })

/** Lets `answer` take the place of the gateway for transcripts. Returns the fields of their forms, without the file. */
function gateway(answer: (form: Fields) => Response): readonly Fields[] {
  const forms: Fields[] = []
  const others = recorder.studio.network.fetch
  vi.spyOn(recorder.studio.network, 'fetch').mockImplementation(async (input, init) => {
    if (!(init?.body instanceof FormData)) return await others(input, init)
    const fields = [...init.body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    const form: Fields = Object.fromEntries(fields)
    forms.push(form)
    return answer(form)
  })
  return forms
}

/** Refuses what OpenAI's model refuses. */
function diarizing({ chunking_strategy, prompt, response_format }: Fields): Response {
  if (chunking_strategy === undefined) return refusal('chunking_strategy is required for diarization models')
  if (prompt !== undefined) return refusal('Prompt is not supported for diarization models')
  return response_format === 'diarized_json' ? talk() : Response.json({ text: 'Hello there. Good morning.' })
}

async function transcribed(model: string, seed = 1) {
  const { id } = await recorder.add(wav(2, seed), transcriptionRequest({ model, prompt: 'Kubernetes' }))
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.listen()
  const job = await recorder.ended(id)
  const transcript = await recorder.studio.call('transcripts.get', { transcriptId: job.transcriptId ?? '' })
  return { job, speakers: transcript.segments.map(({ speaker, text }) => `${speaker}: ${text}`) }
}

describe('a model that tells speakers apart', () => {
  test('it is asked for speakers at once, without the prompt that it refuses', async () => {
    const forms = gateway(diarizing)
    const { job, speakers } = await transcribed('gpt-4o-transcribe-diarize')
    expect([job.status, job.attempts]).toEqual(['done', 0])
    expect(speakers).toEqual(['A: Hello there.', 'B: Good morning.'])
    expect(forms).toEqual([
      { model: 'gpt-4o-transcribe-diarize', response_format: 'diarized_json', chunking_strategy: 'auto' },
    ])
  })

  test('a model under another name is asked for speakers when it says so, and from then on', async () => {
    const forms = gateway(diarizing)
    expect((await transcribed('meetings')).speakers).toEqual(['A: Hello there.', 'B: Good morning.'])
    const about = { connectionId: 'environment', model: 'meetings' }
    expect(recorder.studio.platform.events.of('transcription.modelNoted')).toHaveLength(1)
    await recorder.studio.reopen()
    expect(await recorder.studio.call('transcription.modelNotes', about)).toEqual({ takesPrompt: false })
    expect((await transcribed('meetings', 2)).job.status).toBe('done')
    expect(forms.map(({ response_format }) => response_format)).toEqual([
      'verbose_json',
      'diarized_json',
      'diarized_json',
    ])
  })

  test.each([
    ['whisper-diarization', ['diarized_json', 'verbose_json', 'json', 'text']],
    ['meetings', ['verbose_json', 'diarized_json', 'json', 'text']],
  ])('refusals of every format end, whatever they say: %s', async (model, formats) => {
    const forms = gateway(() => refusal('response_format and chunking_strategy do not fit diarization models'))
    const { id } = await recorder.add(wav(2), transcriptionRequest({ model }))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    expect((await recorder.ended(id)).status).toBe('failed')
    expect(forms.map(({ response_format }) => response_format)).toEqual(formats)
  })

  test('speakers of a later piece have its number, because the gateway counts anew', async () => {
    const said = ['Hello there.', 'Good morning.', 'Shall we begin?', 'Yes, with the accounts.']
    gateway(() => {
      const [one, other] = said.splice(0, 2)
      const segments = [
        { start: 0, end: 0.9, text: one, speaker: 'A' },
        { start: 1.1, end: 1.9, text: other, speaker: 'B' },
      ]
      return Response.json({ text: `${one} ${other}`, duration: 2, segments })
    })
    const id = await recorder.addCut(2, transcriptionRequest({ model: 'gpt-4o-transcribe-diarize' }))
    const { transcriptId } = await recorder.ended(id)
    const { segments } = await recorder.studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
    expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'A: Hello there.',
      'B: Good morning.',
      'A (2): Shall we begin?',
      'B (2): Yes, with the accounts.',
    ])
  })
})

const answer = (changes: Partial<HeardAnswer>): HeardAnswer => ({
  ...{ text: 'Yes. No', language: null, duration: 2000, segments: null, words: [] },
  ...changes,
})

test.each([
  ['A', 'A (3)'],
  ['0', '0 (3)'],
  ['speaker_1', 'speaker_1 (3)'],
  ['SPEAKER_00', 'SPEAKER_00 (3)'],
  ['说话人 2', '说话人 2 (3)'],
  ['Bob', 'Bob'],
  ['王芳', '王芳'],
])('a label that is counted up gets the number of its piece, a name does not: %s', (speaker, labelled) => {
  const heard = answer({
    segments: [
      { from: 0, to: 1000, text: 'Yes.', speaker },
      { from: 1000, to: 2000, text: 'No', speaker: null },
    ],
    words: [{ from: 0, to: 500, text: 'Yes.', speaker }],
  })
  const { segments, words } = withPieceSpeakers(heard, 2)
  expect([segments?.map((one) => one.speaker), words[0]?.speaker]).toEqual([[labelled, null], labelled])
  expect(withPieceSpeakers(heard, 0)).toBe(heard)
})

test.each([
  ['without segments', null],
  ['in one segment', [{ from: 0, to: 2000, text: 'Yes no', speaker: null }]],
])('speakers of words alone part the text where they change: %s', (_, segments) => {
  const words = [
    { from: 0, to: 400, text: 'Yes', speaker: 'speaker_0' },
    { from: 500, to: 900, text: 'no', speaker: 'speaker_1' },
  ]
  const part = heardPart(answer({ text: 'Yes no', segments, words }), { from: 0, to: 2000 })
  expect(part.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['speaker_0', 'Yes'],
    ['speaker_1', 'no'],
  ])
})
