import type { AttachedFile } from '../../../shared/attached-file.ts'
import type { Parameters } from '../../../shared/chat.ts'
import { beginsAfter } from '../../../shared/context-start.ts'
import { assertNever } from '../../../shared/errors.ts'
import type { Citation } from '../../../shared/knowledge.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { memoryText } from '../../../shared/memory-text.ts'
import { fencedText } from '../../../shared/resource-fence.ts'
import { saidParts, withoutThinking } from '../../../shared/thinking.ts'
import type { ChatTurn } from '../../gateway/answer-stream.ts'
import { sendablePicture } from '../../media/picture-conversion.ts'
import { Pace } from '../../pace.ts'
import type { ContextMessage } from '../../storage/messages.ts'
import type { StoredCall, StoredRound } from '../../storage/tool-calls.ts'
import { fencedResult } from '../tools/fenced-result.ts'
import { type SentCallId, sentCallIds } from '../tools/sent-call-ids.ts'
import { sentName } from '../tools/tool-names.ts'
import { fencedFile } from './file-fence.ts'
import { textWithPassages } from './passage-text.ts'

/** A round of an answer with its calls. */
export interface ContextRound extends StoredRound {
  readonly calls: readonly StoredCall[]
}

export interface ContextParts {
  readonly parameters: Parameters
  readonly connectionId: string
  readonly model: string
  readonly readMedia: (item: MediaItem) => Promise<Uint8Array>
  /** Returns the rounds of an answer that called tools; empty for other messages. */
  readonly roundsOf: (message: ContextMessage) => readonly ContextRound[]
  /** Returns the passages that were stored with a message. */
  readonly passagesOf: (message: ContextMessage) => readonly Citation[]
  /** Returns the files that were sent with a message as text. */
  readonly filesOf: (message: ContextMessage) => readonly AttachedFile[]
  /** True if the messages before the first one sent are left out, even if that message is not read. */
  readonly isCut: boolean
  /** Facts of the memory; absent for none. */
  readonly memories?: readonly string[]
  /** Question that is asked at the end instead of continuing the conversation. */
  readonly ask?: string
  /** Reads the text of a file, by its id in the library. */
  readonly readText: (textId: string) => Promise<string>
}

/** Asks a model to continue. Always in English: models follow it and keep the language of their text. */
const continueInstruction =
  'Continue your last answer from exactly where it broke off: begin with the very next character, repeat nothing, and add no introduction.'

/**
 * Builds the messages of a request: the system prompt, then the newest messages of the branch, oldest first. Answers
 * without text are left out: failed ones, and those that hold only thoughts, which gateways refuse. An answer at the
 * end of the branch is to be continued.
 */
export async function contextTurns(
  branch: readonly ContextMessage[],
  parts: ContextParts,
): Promise<readonly ChatTurn[]> {
  const { filesOf, parameters, readMedia, roundsOf } = parts
  const callIds = sentCallIds()
  const pace = new Pace()
  const said: ContextMessage[] = []
  for (const message of fromChosen(branch, parameters.context)) {
    const hasMore = () => message.attachments.length > 0 || filesOf(message).length > 0 || roundsOf(message).length > 0
    if (isSaid(message) || hasMore()) said.push(message)
    await pace.yieldIfDue()
  }
  // an answer that continues after its calls must not push out its question
  const last = said.at(-1)
  const more = last !== undefined && roundsOf(last).length > 0 ? 1 : 0
  const sent = parameters.contextMessages === null ? said : said.slice(-parameters.contextMessages - more)
  const painted: PicturePart[] = []
  const turns: ChatTurn[] = parameters.system.trim() === '' ? [] : [{ role: 'system', content: parameters.system }]
  for (const message of sent) {
    const rounds = roundsOf(message)
    if (rounds.length > 0) turns.push(...roundTurns(message.text, rounds, parts, callIds))
    else {
      const turn = await turnOf(message, await wholeText(message, parts), readMedia)
      turns.push(turn.role === 'user' ? withPictures(turn, painted.splice(0)) : turn)
    }
    // gateways accept no pictures in answers, so pictures go with the next question
    if (message.role === 'assistant') painted.push(...(await pictureParts(message.attachments, readMedia)))
    await pace.yieldIfDue()
  }
  if (parts.ask !== undefined) turns.push(withPictures({ role: 'user', content: parts.ask }, painted))
  else if (turns.at(-1)?.role === 'assistant')
    turns.push(withPictures({ role: 'user', content: continueInstruction }, painted))
  const summary = parts.isCut ? (parameters.context?.summary ?? '').trim() : ''
  const lead = [memoryText(parts.memories ?? []), summary === '' ? '' : summaryText(summary)]
  const text = lead.filter((part) => part !== '').join('\n\n')
  return text === '' ? turns : withLead(turns, text)
}

/** Returns true if a message has words to send. */
export function isSaid({ role, text }: Pick<ContextMessage, 'role' | 'text'>): boolean {
  return role === 'assistant' ? withoutThinking(text).trim() !== '' : text !== ''
}

/** Returns the part of a branch that is sent: from the chosen message on, or after it, or all of it. */
export function fromChosen<M extends Pick<ContextMessage, 'id'>>(
  branch: readonly M[],
  context: Parameters['context'],
): readonly M[] {
  const at = context === undefined ? -1 : branch.findIndex(({ id }) => id === context.fromId)
  return branch.slice(firstSent(at, context, at === branch.length - 1))
}

/**
 * Returns the index of the first message that is sent. `at` is the index of the message that the context names, -1 for
 * none. With `isLast`, nothing follows that message: it is to be continued, and is sent itself.
 */
export function firstSent(at: number, context: Parameters['context'], isLast: boolean): number {
  if (context === undefined || at < 0) return 0
  return beginsAfter(context) && !isLast ? at + 1 : at
}

/** Puts a text before the user's first words, so that roles still alternate. */
function withLead(turns: readonly ChatTurn[], text: string): readonly ChatTurn[] {
  const at = turns.findIndex(({ role }) => role !== 'system')
  const first = turns[at]
  if (first?.role !== 'user') {
    const before = at < 0 ? turns.length : at
    return [...turns.slice(0, before), { role: 'user', content: text }, ...turns.slice(before)]
  }
  const content =
    typeof first.content === 'string'
      ? `${text}\n\n${first.content}`
      : [{ type: 'text' as const, text }, ...first.content]
  return turns.with(at, { ...first, content })
}

/** Returns a summary in the form that a model gets. */
export function summaryText(summary: string): string {
  return `A summary of the earlier conversation, which is not sent in full.\n${fencedText('summary', summary)}`
}

/** Resolves to the files of a message, then its passages, then its words. */
async function wholeText(message: ContextMessage, { filesOf, passagesOf, readText }: ContextParts): Promise<string> {
  const files = await Promise.all(filesOf(message).map(async (file) => fencedFile(file, await readText(file.textId))))
  return [...files, textWithPassages(message, passagesOf(message))].filter((part) => part !== '').join('\n\n')
}

/**
 * Returns the turns of an answer that called tools: for each round its text and calls, then one result for every call,
 * then the rest.
 */
function roundTurns(
  text: string,
  rounds: readonly ContextRound[],
  { connectionId, model }: ContextParts,
  idOf: SentCallId,
): ChatTurn[] {
  const parts = saidParts(
    text,
    rounds.map(({ textEnd }) => textEnd),
  ).map((part) => part.trim())
  const turns = rounds.flatMap((round, index): ChatTurn[] => {
    const said = parts[index] ?? ''
    // thoughts and signatures mean something only to the model that made them
    const isSame = round.connectionId === connectionId && round.model === model
    const sent = round.calls.map((call) => ({ call, id: idOf(call, isSame) }))
    const calls = sent.map(({ call, id }) => ({
      ...(isSame ? call.extra : {}),
      id,
      type: 'function' as const,
      function: { name: sentName(call.name), arguments: sentArguments(call) },
    }))
    return [
      { ...(isSame ? round.replay : {}), role: 'assistant', content: said === '' ? null : said, tool_calls: calls },
      ...sent.map(({ call, id }): ChatTurn => ({ role: 'tool', tool_call_id: id, content: resultText(call) })),
    ]
  })
  const rest = parts.at(-1) ?? ''
  return rest === '' ? turns : [...turns, { role: 'assistant', content: rest }]
}

/** Returns the arguments of a call as a JSON object: gateways refuse a conversation with any other arguments. */
function sentArguments({ arguments: said, editedArguments }: StoredCall): string {
  const text = editedArguments ?? said
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch {
    // sent as a member of an object
  }
  return JSON.stringify({ arguments: text })
}

/** Returns the result of a call. Every call gets exactly one, whatever its state. */
function resultText({ id, isUntrusted, result, state }: StoredCall): string {
  switch (state) {
    case 'done':
    case 'failed':
    case 'denied':
      return fencedResult(result, isUntrusted, id) || 'The tool gave no result.'
    case 'unknown':
      return result || 'It is not known what became of this call. It may have had an effect.'
    case 'waiting':
    case 'asking':
    case 'running':
    case 'cancelled':
      return result || 'This call was not run.'
    default:
      return assertNever(state, 'state of a call')
  }
}

async function turnOf(
  { attachments, role }: ContextMessage,
  text: string,
  readMedia: (item: MediaItem) => Promise<Uint8Array>,
): Promise<ChatTurn> {
  // answers of earlier versions, and imported ones, can begin with their model's thoughts
  if (role === 'assistant') {
    const said = withoutThinking(text)
    return { role, content: said.trim() === '' && attachments.length > 0 ? '[picture]' : said }
  }
  if (attachments.length === 0) return { role, content: text }
  const pictures = await pictureParts(attachments, readMedia)
  return { role, content: text === '' ? pictures : [{ type: 'text', text }, ...pictures] }
}

interface PicturePart {
  readonly type: 'image_url'
  readonly image_url: { readonly url: string }
}

async function pictureParts(
  items: readonly MediaItem[],
  readMedia: (item: MediaItem) => Promise<Uint8Array>,
): Promise<PicturePart[]> {
  return await Promise.all(
    items.map(async (item) => {
      const given = await readMedia(item)
      // a picture that cannot be converted is sent unchanged, and the gateway decides
      const { bytes, mime } = await sendablePicture(given).catch(() => ({ bytes: given, mime: item.mime }))
      return {
        type: 'image_url' as const,
        image_url: { url: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` },
      }
    }),
  )
}

/** Puts the pictures of an answer before the following question. */
function withPictures(turn: ChatTurn, pictures: readonly PicturePart[]): ChatTurn {
  if (turn.role !== 'user' || pictures.length === 0) return turn
  const said = typeof turn.content === 'string' ? [{ type: 'text' as const, text: turn.content }] : turn.content
  return { ...turn, content: [{ type: 'text', text: 'Pictures of your last answer:' }, ...pictures, ...said] }
}
