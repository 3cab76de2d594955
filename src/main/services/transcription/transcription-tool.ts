import { z } from 'zod'
import { clockText } from '../../../shared/clock-text.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { MediaItem } from '../../../shared/media.ts'
import {
  type TranscriptionRequest,
  type TranscriptSegment,
  transcriptionRequestSchema,
} from '../../../shared/transcript.ts'
import { usualTranscriber } from '../../../shared/transcription-models.ts'
import { endOfJob } from '../../jobs/job-end.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { MessageFiles } from '../../storage/message-files.ts'
import type { Messages } from '../../storage/messages.ts'
import type { ToolCalls } from '../../storage/tool-calls.ts'
import type { TranscriptSegments } from '../../storage/transcript-segments.ts'
import type { StoredTranscription } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import type { Receiver } from './receiver.ts'
import type { TranscriptionStore } from './transcription-store.ts'

export interface TranscriptionToolParts {
  readonly receiver: Receiver
  readonly store: TranscriptionStore
  readonly transcripts: Transcripts
  readonly segments: TranscriptSegments
  readonly library: MediaLibrary
  readonly catalogues: Catalogues
  readonly messages: Messages
  readonly files: MessageFiles
  readonly calls: ToolCalls
}

/** Maximum number of messages that are searched for recordings. */
const messagesMax = 500

const inputSchema = z.object({
  recording: z.number().optional(),
  model: z.string().optional(),
  language: z.string().optional(),
})

/** A recording of the chat, and its name. */
interface ChatRecording {
  readonly item: MediaItem
  readonly name: string
}

/**
 * Transcribes a recording of the chat through its connection. The job has the id of the call, so that the same call
 * never makes a second one. Stopping the answer leaves the job in the queue.
 */
export function transcriptionTool(parts: TranscriptionToolParts): Tool {
  return {
    id: 'builtin:transcribe_recording',
    server: null,
    name: 'transcribe_recording',
    title: 'Transcribe a recording',
    description:
      'Turns the words of a recording of this chat, sound or film, into text with times. It costs money and takes a while. The person also finds the transcript in the transcription panel.',
    parameters: {
      type: 'object',
      properties: {
        recording: {
          type: 'integer',
          minimum: 1,
          description: 'Which recording: 1 is the newest of the chat, 2 the one before it. Usually 1.',
        },
        model: { type: 'string', description: 'Id of a transcription model; leave it out for the usual one.' },
        language: { type: 'string', description: 'Language of the recording, such as en; leave it out if unsure.' },
      },
      additionalProperties: false,
    },
    hints: { readOnly: false, destructive: false, openWorld: true, costs: true },
    defaultRule: 'ask',
    run: async (input, context) => await transcribed(input, context, parts),
  }
}

async function transcribed(input: Fields, context: ToolContext, parts: TranscriptionToolParts): Promise<ToolResult> {
  const recordings = recordingsOf(context.messageId, parts)
  const { language, model, recording = 1 } = inputSchema.parse(input)
  const chosen = recordings.at(-recording)
  if (chosen === undefined) return refusal(`There are ${recordings.length} recordings in this chat.`)
  const request = requestOf(model, language, context.connectionId, parts)
  if (typeof request === 'string') return refusal(request)
  await parts.receiver.addFromLibrary({ jobId: context.callId, name: chosen.name, request }, chosen.item)
  const job = await endOfJob(
    parts.store,
    context.callId,
    ({ status }) => hasEnded(status),
    context.signal,
    ({ status }) => context.progress(status, null),
  )
  return resultOf(job, parts)
}

/** Returns the recordings of the branch that ends with an answer, oldest first. */
function recordingsOf(
  messageId: string,
  { calls, files, library, messages }: TranscriptionToolParts,
): readonly ChatRecording[] {
  const ids = messages.context(messageId, messagesMax).map(({ id }) => id)
  const [withFiles, withCalls] = [files.among(ids), calls.among(ids)]
  const all = ids.flatMap((id) => [
    ...(withFiles.has(id) ? files.filesOf(id) : []).map(({ mediaId, name }) => ({
      item: library.findMedia(mediaId),
      name,
    })),
    ...(withCalls.has(id) ? calls.callsOf(id) : []).flatMap(({ media, name }) => media.map((item) => ({ item, name }))),
  ])
  return all.flatMap(({ item, name }) => (item !== null && /^(audio|video)\//.test(item.mime) ? [{ item, name }] : []))
}

/** Returns the request that arguments ask for, or a sentence for the model about why there is none. */
function requestOf(
  model: string | undefined,
  language: string | undefined,
  connectionId: string,
  { catalogues }: TranscriptionToolParts,
): TranscriptionRequest | string {
  const listed = (catalogues.get(connectionId)?.models ?? []).map(({ id }) => id)
  const chosen = model ?? usualTranscriber(listed)
  if (chosen === undefined) return 'The gateway of this chat lists no transcription model.'
  const request = transcriptionRequestSchema.safeParse({
    connectionId,
    model: chosen,
    language: language ?? null,
    prompt: null,
    temperature: null,
  })
  return request.success
    ? request.data
    : `Not possible: ${request.error.issues.map(({ message }) => message).join(', ')}.`
}

function resultOf(
  job: StoredTranscription | null,
  { segments, transcripts }: Pick<TranscriptionToolParts, 'segments' | 'transcripts'>,
): ToolResult {
  if (job === null)
    return { text: 'The recording is in the queue and not finished.', isError: false, isUntrusted: false }
  const transcript = transcripts.ofJob(job.id)
  const lines = transcript === null ? [] : segments.segmentsOf(transcript.id).map(lineOf)
  const said = lines.join('\n')
  switch (job.status) {
    case 'done':
      // third-party words
      return said === ''
        ? { text: 'Nothing is said in the recording.', isError: false, isUntrusted: false }
        : { text: said, isError: false, isUntrusted: true }
    case 'cancelled':
      return refusal('The person cancelled the transcription.')
    case 'unknown':
      return refusal('An answer was lost. It may have been charged. The person decides whether to ask again.')
    default:
      return refusal(`It was not transcribed: ${job.error?.code ?? job.status}.`)
  }
}

function lineOf({ from, speaker, text }: TranscriptSegment): string {
  const time = from === null ? '' : `[${clockText(from)}] `
  return `${time}${speaker === null ? '' : `${speaker}: `}${text}`
}

const refusal = (text: string): ToolResult => ({ text, isError: true, isUntrusted: false })
