import { open, stat } from 'node:fs/promises'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Clock } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { AnswerReader } from './answer-reader.ts'
import type { GatewayAccess } from './client.ts'
import { type ExchangeIo, exchange } from './exchange.ts'
import type { HeardAnswer } from './heard-answer.ts'
import type { Deadlines } from './request-watch.ts'

/** Largest answer, in bytes: hours of words with their times. */
const answerBytesMax = 100 * 1024 * 1024

/** Deadlines that allow for the upload and the transcription before the first byte. */
const soundDeadlines: Deadlines = { headersMs: 20 * 60_000, silenceMs: 2 * 60_000, totalMs: 30 * 60_000 }

const chunkBytes = 256 * 1024

/** A recording, or a piece of it, to be transcribed. */
export interface TranscriptionAsk {
  readonly model: string
  /** Path of the file, which is streamed and never held in memory. */
  readonly path: string
  readonly fileName: string
  readonly mime: string
  readonly language: string | null
  readonly prompt: string | null
  readonly temperature: number | null
  /** `speakers`: with a speaker for each segment; `words`: with segment and word times; `segments`: with segment times. */
  readonly format: 'speakers' | 'words' | 'segments' | 'json' | 'text'
}

/** The answer, decoded and unchanged. */
export interface TranscriptionAnswer {
  readonly heard: HeardAnswer
  readonly raw: string
}

export interface TranscriptionIo extends Omit<ExchangeIo, 'clock'> {
  readonly clock?: Clock
  /** Called with the uploaded fraction of the file, 0 to 1. */
  readonly onUpload?: (part: number) => void
  /** Reads the body; a large body is empty afterwards. */
  readonly reader?: AnswerReader
}

/**
 * `POST /v1/audio/transcriptions` (gateway-api.md, Endpoints; its payload is not shown there). Sends a recording once.
 * Never throws. Errors: `cancelled` after an abort, `cut_short` for a truncated answer, `not_a_gateway` without a
 * transcript.
 */
export async function requestTranscription(
  access: GatewayAccess,
  ask: TranscriptionAsk,
  { clock = systemClock, onUpload, reader = new AnswerReader(), ...io }: TranscriptionIo,
): Promise<Result<TranscriptionAnswer>> {
  return await exchange(
    access,
    { ...io, clock },
    {
      deadlines: soundDeadlines,
      bytesMax: answerBytesMax,
      send: async (client, signal) => {
        const body = await formOf(ask, onUpload)
        // not `audio.transcriptions.create`, which copies the file into memory
        return await client.post('/audio/transcriptions', { body, signal }).asResponse()
      },
      decode: ({ body, secrets }) => reader.transcription(body, secrets, false),
    },
  )
}

/** Returns true if a refusal is about the answer's format, so that a simpler one may be accepted. */
export function refusesFormat(error: AppError): boolean {
  return (
    isRefusal(error) &&
    /response_format|verbose_json|diari[sz]|chunking_strategy|timestamp_granularit|word timestamps/i.test(error.detail)
  )
}

/** Returns true if the gateway refused a request that a model with speakers does not take: it needs `speakers`. */
export function asksForSpeakers(error: AppError): boolean {
  return isRefusal(error) && /chunking_strategy|diari[sz]ation model/i.test(error.detail)
}

/** Returns true if the gateway refused only the word times. */
export function refusesWordTimes(error: AppError): boolean {
  return isRefusal(error) && /timestamp_granularit|word timestamps/i.test(error.detail)
}

/**
 * Returns true if a refusal is about the file, so that WAV may be accepted. A refusal without a reason counts too,
 * because gateways drop the reasons of providers. A 500, which is retried anyway (docs/requests.md), counts only with a
 * decoder's error message.
 */
export function refusesFile(error: AppError): boolean {
  if (error.status === 415) return true
  const { code, detail, status } = error
  if (refusesFormat(error) || speaksOfOther(detail)) return false
  if (code === 'server_error' && status === 500) return isOfDecoder(detail)
  return isRefusal(error) && (speaksOfFile(detail) || isOfDecoder(detail) || saysNothing.test(detail))
}

function isOfDecoder(detail: string): boolean {
  return decoderFailures.some((failure) => failure.test(detail))
}

/** Other subjects of a sentence that contains *audio* or *file*. */
const others =
  /\b(param(eter)?s?|languages?|temperature|duration|quota|balance|credits?|plans?|subscriptions?|tokens?|memory|file ?systems?)\b|时长|参数|语言|语种|温度|余额|额度|配额|套餐|令牌|内存|显存/i
const models = /\bmodels?\b|模型/i
/** Format words: a model that does not accept a format is not an unknown model. */
const formats = /\b(formats?|codecs?|mime|content.?type)\b|格式|编码/i

function speaksOfOther(detail: string): boolean {
  return others.test(detail) || (models.test(detail) && !formats.test(detail))
}

/** Error messages of the decoders behind gateways: libsndfile, FFmpeg, WAV readers. */
const decoderFailures = [
  /format (was )?not recogni[sz]ed|invalid data found|moov atom not found|corrupt or unsupported data/i,
  /(could not|couldn't|cannot|can't|unable to|failed to|failure|error) decod(e|ing).{0,20}(audio|sound|media|file|recording)/i,
  /(audio|sound|media|file|recording).{0,20}(could not|couldn't|cannot|can't) be decoded/i,
  /\b(wave?|riff)\b.{0,20}\bheader\b/i,
  /(音频|文件).{0,10}解码失败|无法解码.{0,10}(音频|文件)/,
] as const

/** Refusals without a reason. OpenWhispr/openwhispr#2028 */
const saysNothing = /^\s*(provider returned (error|4\d\d)|status 4\d\d|bad request)[.\s]*$/i

const kinds = /\b(wave?|pcm|riff|mp3|mpeg|mp4|m4a|aac|ogg|opus|webm|flac|amr|wma|aiff)\b/i
const things = /file|audio|media|mime|content.?type|codec|container|sample.?rate/i
const refused =
  /unsupported|unacceptable|invalid|unknown|unrecogni[sz]ed|not (a |an )?(supported|allowed|accepted|valid|recogni[sz]ed)|(does|do) not support/i
const asked = /\b(only|must be|expect(s|ed)?|requires?)\b/i

/** Error messages of gateways and of the readers behind them, such as libsndfile and FFmpeg. */
const fileRefusals = [
  /(file|audio|media).{0,40}(format|codec|could not be decoded|not an audio)/i,
  /(format|file) (was )?not recogni[sz]ed|invalid data found/i,
  /(does|do) not support (this|that|the) (format|codec)/i,
  /(fail(ed|ure)?|unable|error|cannot|could not|couldn't).{0,20}(load|decod|read|open|pars|process).{0,20}(audio|file|sound)/i,
  /不支持.{0,20}(音频|文件|格式|编码)|(音频|文件|格式|编码|采样率).{0,20}(不支持|错误|有误|无效|不正确|不合法|解析失败|解码失败)/,
  /(仅|只)(支持|接受|允许).{0,20}(wav|pcm|mp3)|无法(解码|识别|解析).{0,20}(音频|文件|格式)/i,
] as const

function speaksOfFile(detail: string): boolean {
  const names = kinds.test(detail)
  if (refused.test(detail) && (names || things.test(detail))) return true
  return (names && asked.test(detail)) || fileRefusals.some((refusal) => refusal.test(detail))
}

function isRefusal({ code, status }: AppError): boolean {
  return code === 'bad_request' && status !== null && status >= 400 && status < 500
}

async function formOf(ask: TranscriptionAsk, onUpload?: (part: number) => void): Promise<FormData> {
  const found = await stat(ask.path).catch((cause: unknown) => {
    throw new AppFailure(appError('not_found', 'the recording is not in the library any more'), { cause })
  })
  const form = new FormData()
  form.append('model', ask.model)
  if (ask.language !== null) form.append('language', ask.language)
  if (ask.prompt !== null) form.append('prompt', ask.prompt)
  if (ask.temperature !== null) form.append('temperature', String(ask.temperature))
  switch (ask.format) {
    case 'speakers':
      form.append('response_format', 'diarized_json')
      // without it, OpenAI refuses more than 30 seconds
      form.append('chunking_strategy', 'auto')
      break
    case 'words':
    case 'segments':
      form.append('response_format', 'verbose_json')
      // segments are the default, and models that refuse granularities refuse that value too
      if (ask.format === 'words') for (const kind of ['segment', 'word']) form.append('timestamp_granularities[]', kind)
      break
    case 'json':
    case 'text':
      form.append('response_format', ask.format)
      break
  }
  // last, so that the gateway receives the parameters before the file
  form.append('file', new FileOnDisk(ask, found.size, onUpload))
  return form
}

/**
 * A form file that is read while the form is sent. `fs.openAsBlob` warns that it is experimental, and does not report
 * progress.
 */
class FileOnDisk extends File {
  private readonly path: string
  private readonly onRead: ((part: number) => void) | undefined

  constructor(ask: TranscriptionAsk, bytes: number, onRead?: (part: number) => void) {
    super([], ask.fileName, { type: ask.mime })
    this.path = ask.path
    this.onRead = onRead
    // the form computes its length from `size`
    Object.defineProperty(this, 'size', { value: bytes })
  }

  override stream(): ReturnType<File['stream']> {
    const { path, onRead, size } = this
    let file: Awaited<ReturnType<typeof open>> | null = null
    let position = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          try {
            file ??= await open(path, 'r')
            const buffer = new Uint8Array(chunkBytes)
            const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
            position += bytesRead
            if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
            onRead?.(size === 0 ? 1 : position / size)
            if (bytesRead > 0 && position < size) return
            await file.close()
            controller.close()
          } catch (cause) {
            await file?.close().catch(() => undefined)
            controller.error(cause)
          }
        },
        async cancel() {
          await file?.close().catch(() => undefined)
        },
      },
      { highWaterMark: 0 },
    )
  }
}
