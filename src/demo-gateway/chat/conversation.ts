import { pictureSize } from '../images/picture-size.ts'
import type { DemoModel } from '../models.ts'
import { hashText } from '../random.ts'
import type { ChatMessage } from './chat-request.ts'
import { compose, proseOf } from './composition.ts'
import { firstSentence, readGivenPassages } from './given-passages.ts'
import { answerMemory, withoutMemory } from './memory-work.ts'
import { answerTranscript } from './transcript-work.ts'
import { readWishes } from './wishes.ts'

type Messages = readonly ChatMessage[]

/**
 * Answers a conversation. Equal messages, model and seed give equal text. When asked to continue a partial answer,
 * returns only its missing rest.
 */
export function answerConversation(messages: Messages, model: DemoModel, seed: number): string {
  const unfinished = findUnfinished(messages)
  if (!unfinished) return answerAfresh(messages, model, seed)
  const whole = answerAfresh(unfinished.question, model, seed)
  const partial = unfinished.partial
  if (whole.startsWith(partial)) return whole.slice(partial.length) || wordsFor(unfinished.question, model).finished
  const trimmed = partial.trimEnd()
  if (whole.startsWith(trimmed)) return whole.slice(trimmed.length)
  return resume(unfinished.question, partial, model, seed)
}

interface Unfinished {
  /** The messages up to the one that the partial answer replies to. */
  readonly question: Messages
  readonly partial: string
}

const continueRequest =
  /^\W*(?:please\s+)?(?:continue|go on|carry on|keep going|proceed|resume|finish your)|where you (?:left off|stopped|were cut off)|^\s*请?(?:继续|接着|往下)|(?:从|在).{0,12}(?:中断|断开|停下).{0,6}(?:继续|接着)/i

function findUnfinished(messages: Messages): Unfinished | undefined {
  const partials: string[] = []
  let end = messages.length
  // An answer may have been cut off and continued more than once.
  for (;;) {
    const last = messages[end - 1]
    const before = messages[end - 2]
    if (last?.role === 'assistant' && end === messages.length) {
      partials.unshift(last.text)
      end -= 1
    } else if (last?.role === 'user' && before?.role === 'assistant' && continueRequest.test(last.text)) {
      partials.unshift(before.text)
      end -= 2
    } else break
  }
  const question = messages.slice(0, end)
  const asked = question.some((message) => message.role === 'user')
  return partials.length > 0 && asked ? { question, partial: partials.join('') } : undefined
}

/** Returns the sentence before tool calls. */
export function announceCalls(messages: Messages, model: DemoModel): string {
  return wordsFor(messages, model).lookingUp
}

/** Returns the tool results at the end of a conversation. */
function resultsAtEnd(messages: Messages): readonly string[] {
  const before = messages.findLastIndex(({ role }) => role !== 'tool')
  return messages.slice(before + 1).map(({ text }) => text)
}

/** Maximum number of passages that an answer quotes. */
const quotedMax = 2

function answerAfresh(messages: Messages, model: DemoModel, seed: number): string {
  const users = messages
    .filter((message) => message.role === 'user')
    .map((message) => ({ ...message, text: withoutMemory(message.text) }))
  const last = users.at(-1)
  const system = messages.find((message) => message.role === 'system')?.text.trim()
  const work = answerTranscript(system ?? '', last?.text ?? '') ?? answerMemory(system ?? '', last?.text ?? '')
  if (work !== null) return work
  const given = readGivenPassages(last?.text ?? '')
  const wishes = readWishes(given?.question ?? last?.text ?? '', model.language)
  const prose = proseOf(wishes.language)
  const results = resultsAtEnd(messages)
  if (results.length > 0) return prose.toolResults(results.map((result) => shorten(result, 160)))
  if (given !== null && given.passages.length > 0)
    return prose.fromPassages(
      given.passages.slice(0, quotedMax).map(({ number, text }) => ({ number, text: firstSentence(text) })),
    )
  const pictures = last?.images.map(describePicture) ?? []
  const preface = pictures.length > 0 ? [prose.pictures(pictures)] : []
  switch (wishes.manner) {
    case 'verbatim':
      return wishes.verbatim
    case 'greeting':
      return [...preface, prose.greeting(model.id)].join('\n\n')
    case 'about-me':
      return [...preface, prose.aboutMe(model.id)].join('\n\n')
    case 'title':
      return titleOf(users, model)
    default: {
      if (system) preface.push(prose.instruction(shorten(system, 80)))
      const earlier = users.at(-2)
      if (earlier) preface.push(prose.callback(readWishes(earlier.text, model.language).subject))
      const textSeed = hashText(`${model.id}\n${users.map((message) => message.text).join('\n')}`, seed)
      return compose(wishes, preface, model.breadth ?? 1, textSeed)
    }
  }
}

function wordsFor(messages: Messages, model: DemoModel) {
  const last = messages.findLast((message) => message.role === 'user')
  return proseOf(readWishes(last?.text ?? '', model.language).language)
}

function resume(question: Messages, partial: string, model: DemoModel, seed: number): string {
  const last = question.findLast((message) => message.role === 'user')
  const wishes = readWishes(last?.text ?? '', model.language)
  const openFence = (partial.match(/^```/gm)?.length ?? 0) % 2 === 1
  const joint = openFence ? '\n```\n\n' : /[.!?。！？\n]\s*$/.test(partial) ? '\n\n' : ''
  const bridge = joint === '' ? `${proseOf(wishes.language).resumed(wishes.subject)}\n\n` : joint
  return bridge + compose({ ...wishes, length: undefined }, [], 1, hashText(partial, seed))
}

function titleOf(users: Messages, model: DemoModel): string {
  const first = users.length > 1 ? users[0]?.text : users[0]?.text.split('\n').slice(1).join('\n')
  const { subject } = readWishes(first?.trim() || (users[0]?.text ?? ''), model.language)
  return subject.charAt(0).toUpperCase() + subject.slice(1)
}

function describePicture(url: string): string {
  const data = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(url)?.[1]
  if (data === undefined) return url.startsWith('data:') ? 'unreadable' : shorten(url, 60)
  const size = pictureSize(Buffer.from(data, 'base64'))
  return size ? `${size.width} × ${size.height} px` : 'of unknown size'
}

function shorten(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
