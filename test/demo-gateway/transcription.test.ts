import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { audioSeconds } from '../../src/demo-gateway/audio/audio-length.ts'
import { hearTones } from '../../src/demo-gateway/audio/heard-transcript.ts'
import { json, send, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway()

/** A silent WAV file of 8-bit samples. */
function wav(seconds: number): Buffer {
  const rate = 8000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(rate * seconds, 40)
  return Buffer.concat([header, Buffer.alloc(rate * seconds, 128)])
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function mp4(seconds: number): Buffer {
  const movie = Buffer.alloc(20)
  movie.writeUInt32BE(600, 12)
  movie.writeUInt32BE(seconds * 600, 16)
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A \0\0\0\0')),
    box('mdat', Buffer.alloc(99)),
    box('moov', box('mvhd', movie)),
  ])
}

/** Frames of 128 kbit/s at 44.1 kHz: 417 bytes and 1152 samples each. */
function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5])
  return Buffer.concat([tag, ...Array.from({ length: frames }, () => frame)])
}

function opus(seconds: number): Buffer {
  const page = (position: number, content: string) => {
    const head = Buffer.alloc(27)
    head.write('OggS', 0, 'latin1')
    head.writeBigInt64LE(BigInt(position), 6)
    return Buffer.concat([head, Buffer.from(content, 'latin1')])
  }
  return Buffer.concat([page(0, `OpusHead\x01\x01\x38\x01${'\0'.repeat(7)}`), page(312 + seconds * 48_000, 'sound')])
}

function webm(seconds: number): Buffer {
  const element = (id: number[], content: Buffer) =>
    Buffer.concat([Buffer.from([...id, 0x80 | content.length]), content])
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(seconds * 1000)
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x44, 0x89], duration))
  // Of unknown size, as live recorders write it.
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], Buffer.alloc(4)),
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff]),
    info,
  ])
}

const form = (file: Buffer | undefined, fields: Record<string, string> = {}) => {
  const data = new FormData()
  data.set('model', 'demo-transcribe')
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (file) data.set('file', new File([new Uint8Array(file)], 'talk.wav'))
  return data
}
const transcribe = (file: Buffer | undefined, fields?: Record<string, string>) =>
  send(gateway, '/v1/audio/transcriptions', form(file, fields))

describe('the length of a recording', () => {
  it.each([
    ['WAV', wav(7), 7],
    ['M4A', mp4(90), 90],
    ['MP3', mp3(100), (100 * 1152) / 44_100],
    ['Opus', opus(42), 42],
    // 100 frames of 12.2 kbit/s, and one of comfort noise
    [
      'AMR',
      Buffer.concat([Buffer.from('#!AMR\n'), ...Array(100).fill(Buffer.alloc(32, 0x3c)), Buffer.alloc(6, 0x44)]),
      2.02,
    ],
    ['WebM', webm(33), 33],
  ])('is read from a %s file', (_, file, seconds) => {
    expect(audioSeconds(file)).toBeCloseTo(seconds, 2)
  })

  it('the length is guessed from the size if the file does not state it', () => {
    expect(audioSeconds(box('ftyp', Buffer.alloc(159_992)))).toBe(10)
  })

  it('the length is unknown for a file that is not a recording', () => {
    expect(audioSeconds(Buffer.from('A text about sound, not a sound.'))).toBeUndefined()
    expect(audioSeconds(Buffer.alloc(3))).toBeUndefined()
  })
})

describe('a gateway that hears', () => {
  it('a transcript reports the tones of a recording at their times', async () => {
    const samples = Int16Array.from({ length: 32_000 }, (_value, at) => {
      const tone = at >= 8000 && at < 14_000 ? 440 : at >= 16_480 && at < 24_000 ? 700 : 0
      return Math.round(8000 * Math.sin((2 * Math.PI * tone * at) / 16_000))
    })
    const head = wav(2).subarray(0, 44)
    head.writeUInt32LE(16_000, 24)
    head.writeUInt16LE(16, 34)
    const heard = hearTones(Buffer.concat([head, Buffer.from(samples.buffer)]))
    expect(heard?.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['tone440', 0.5, 0.875],
      ['tone700', 1.03, 1.5],
    ])
    expect(hearTones(wav(2))).toBeUndefined()
  })
})

describe('a transcript', () => {
  it('a transcript covers the whole recording with segments and words, as the SDK reads it', async () => {
    const client = new OpenAI({ apiKey: gateway.key, baseURL: gateway.baseUrl, maxRetries: 0 })
    const result = await client.audio.transcriptions.create({
      model: 'demo-transcribe',
      file: new File([new Uint8Array(wav(20))], 'talk.wav'),
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    })
    expect(result.duration).toBe(20)
    const { segments = [], words = [] } = result
    expect(segments.length).toBeGreaterThan(1)
    for (const list of [segments, words]) {
      expect(list[0]?.start).toBe(0)
      expect(list.at(-1)?.end).toBeCloseTo(20, 1)
      for (const [index, item] of list.entries()) {
        expect(item.end).toBeGreaterThanOrEqual(item.start)
        expect(item.start).toBeGreaterThanOrEqual(list[index - 1]?.end ?? 0)
      }
    }
    expect(result.text).toBe(segments.map((segment) => segment.text.trim()).join(' '))
  })

  it('a transcript has only the requested granularities', async () => {
    const plain = await json(transcribe(wav(3), { response_format: 'verbose_json' }))
    expect(plain).toHaveProperty('segments')
    expect(plain).not.toHaveProperty('words')
    const words = await json(
      transcribe(wav(3), { response_format: 'verbose_json', 'timestamp_granularities[]': 'word' }),
    )
    expect(words).toHaveProperty('words')
    expect(words).not.toHaveProperty('segments')
  })

  it('a transcript follows language and prompt', async () => {
    const english = await json(transcribe(wav(9), { prompt: 'Atelier and its seal' }))
    expect(english.text).toContain('Atelier and its seal')
    const chinese = await json(transcribe(wav(9), { language: 'zh', response_format: 'verbose_json' }))
    expect(chinese.language).toBe('chinese')
    expect(chinese.text).toMatch(/^\p{Script=Han}/u)
  })

  it('a transcript comes as text, SRT or VTT', async () => {
    const text = await (await transcribe(wav(9), { response_format: 'text' })).text()
    expect(text).toMatch(/^[A-Z].+\n$/)
    const srt = await (await transcribe(wav(9), { response_format: 'srt' })).text()
    expect(srt).toMatch(/^1\n00:00:00,000 --> 00:00:\d\d,\d{3}\n.+\n\n2\n/)
    const vtt = await (await transcribe(wav(9), { response_format: 'vtt' })).text()
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:\d\d\.\d{3}\n/)
  })

  it('very short and long recordings get a transcript', async () => {
    expect((await json(transcribe(wav(0.2)))).text).not.toBe('')
    expect((await json(transcribe(mp4(3 * 3600)))).text.length).toBeGreaterThan(50_000)
  })
})

describe('the transcription refusals', () => {
  it.each([
    [400, 'file', () => transcribe(Buffer.from('A text about sound, not a sound.'))],
    [400, 'file', () => transcribe(undefined)],
    [400, 'response_format', () => transcribe(wav(1), { response_format: 'docx' })],
    [400, 'model', () => transcribe(wav(1), { model: 'demo-chat' })],
    [413, 'file', () => transcribe(Buffer.alloc(25 * 1024 * 1024 + 1))],
  ])('%d %s', async (status, param, request) => {
    const answer = await request()
    expect(answer.status).toBe(status)
    expect((await json(answer)).error.param).toBe(param)
  })
})
