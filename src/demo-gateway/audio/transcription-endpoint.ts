import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Endpoint, type Exchange, formBody, requireModel } from '../http/exchange.ts'
import { GatewayError, invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import { sendJson, sendText } from '../http/reply.ts'
import { hashText } from '../random.ts'
import { audioSeconds } from './audio-length.ts'
import { hearTones } from './heard-transcript.ts'
import { makeTranscript, type Segment } from './transcript.ts'
import { toSrt, toVerboseSegments, toVtt, transcriptText } from './transcript-formats.ts'

/** Largest audio file, in bytes. */
export const maxAudioBytes = 25 * 1024 * 1024

const schema = z.object({
  model: z.string().min(1),
  language: z.string().min(2).max(16).optional(),
  prompt: z.string().optional(),
  response_format: z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json']).optional(),
  temperature: z.coerce.number().min(0).max(1).optional(),
  granularities: z.array(z.enum(['word', 'segment'])),
})

/**
 * Creates `POST /v1/audio/transcriptions`, a form. Answers with an invented text that covers the real length of the
 * recording. With `hears`, a WAV file is answered with the tones that it really contains.
 */
export function createTranscriptionEndpoint(options: { readonly seed: number; readonly hears: boolean }): Endpoint {
  return async (exchange) => {
    const form = formBody(exchange)
    const granularities = [...form.getAll('timestamp_granularities[]'), ...form.getAll('timestamp_granularities')]
    const texts = [...form].filter(([, value]) => typeof value === 'string' && value !== '')
    const body = parseRequest(schema, { ...Object.fromEntries(texts), granularities })
    requireModel(exchange, body.model, 'transcription')
    const { bytes, seconds, name } = await readAudio(form.get('file'))
    const language = languageOf(body.language, `${body.prompt ?? ''}${name}`)
    const fingerprint = createHash('sha256').update(bytes).digest('hex')
    const wishes = { seconds, language, prompt: body.prompt ?? '', seed: hashText(fingerprint, options.seed) }
    const segments = (options.hears ? hearTones(bytes) : undefined) ?? makeTranscript(wishes)
    await sendTranscript(exchange, segments, {
      format: body.response_format ?? 'json',
      language,
      languageName: languageNames[body.language ?? language] ?? body.language ?? language,
      seconds,
      granularities: body.granularities,
    })
  }
}

const languageNames: Readonly<Record<string, string>> = { en: 'english', zh: 'chinese' }

function languageOf(asked: string | undefined, hint: string): 'en' | 'zh' {
  if (asked !== undefined) return /^(?:zh|yue|chinese)/i.test(asked) ? 'zh' : 'en'
  return /\p{Script=Han}/u.test(hint) ? 'zh' : 'en'
}

async function readAudio(file: File | string | null): Promise<{ bytes: Buffer; seconds: number; name: string }> {
  if (file === null || typeof file === 'string') throw invalidRequest('file: an audio file is required', 'file')
  if (file.size > maxAudioBytes) {
    throw new GatewayError(413, 'request_too_large', `file: larger than ${maxAudioBytes} bytes`, { param: 'file' })
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  const seconds = audioSeconds(bytes)
  if (seconds === undefined) throw invalidRequest('file: not an audio file of a known format', 'file')
  return { bytes, seconds, name: file.name }
}

interface TranscriptReply {
  readonly format: 'json' | 'text' | 'srt' | 'vtt' | 'verbose_json'
  readonly language: 'en' | 'zh'
  readonly languageName: string
  readonly seconds: number
  readonly granularities: readonly ('word' | 'segment')[]
}

async function sendTranscript(exchange: Exchange, segments: Segment[], reply: TranscriptReply): Promise<void> {
  const text = transcriptText(segments, reply.language)
  switch (reply.format) {
    case 'json':
      return sendJson(exchange, { text })
    case 'text':
      return sendText(exchange, 'text/plain', `${text}\n`)
    case 'srt':
      return sendText(exchange, 'application/x-subrip', toSrt(segments))
    case 'vtt':
      return sendText(exchange, 'text/vtt', toVtt(segments))
    case 'verbose_json': {
      const { granularities } = reply
      const withSegments = granularities.length === 0 || granularities.includes('segment')
      return sendJson(exchange, {
        task: 'transcribe',
        language: reply.languageName,
        duration: Math.round(reply.seconds * 100) / 100,
        text,
        ...(withSegments ? { segments: toVerboseSegments(segments) } : {}),
        ...(granularities.includes('word') ? { words: segments.flatMap(({ words }) => words) } : {}),
      })
    }
  }
}
