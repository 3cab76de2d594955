import { proseOf } from '../chat/composition.ts'
import { createDeck, createRandom } from '../random.ts'

export interface SpokenWord {
  readonly word: string
  /** Seconds from the beginning. */
  readonly start: number
  readonly end: number
}

export interface Segment {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly words: readonly SpokenWord[]
}

export interface TranscriptWishes {
  readonly seconds: number
  readonly language: 'en' | 'zh'
  /** Words that the invented transcript includes; '' for none. */
  readonly prompt: string
  readonly seed: number
}

/** Words per second of calm speech. */
const speed = { en: 2.6, zh: 2.4 }
const breath = 0.35

/** Invents a transcript for the whole length of a recording. Equal input gives equal output. */
export function makeTranscript(wishes: TranscriptWishes): Segment[] {
  const { seconds, language } = wishes
  const drafts: string[][] = []
  const draw = sentenceSource(wishes)
  let length = 0
  while (length < seconds) {
    const room = Math.max(1, Math.round((seconds - length) * speed[language]))
    const words = splitWords(draw(), language).slice(0, room)
    drafts.push(words)
    length += words.length / speed[language] + breath
  }
  // The drafts fill the recording roughly; a common factor makes them fill it exactly.
  const factor = seconds / Math.max(0.001, length - breath)
  let at = 0
  return drafts.map((words) => {
    const spoken = words.map((word): SpokenWord => {
      const start = at
      at += factor / speed[language]
      return { word: word.trim(), start: round(start), end: round(Math.min(at, seconds)) }
    })
    at += breath * factor
    const text = endSentence(words.join('').trim(), language)
    return { text, start: spoken[0]?.start ?? 0, end: spoken.at(-1)?.end ?? 0, words: spoken }
  })
}

function sentenceSource({ language, prompt, seed }: TranscriptWishes): () => string {
  const random = createRandom(seed)
  const prose = proseOf(language)
  const subject = language === 'zh' ? '这段录音' : 'this recording'
  const draw = createDeck(random, prose.sentences)
  const opening = prompt
    .replaceAll(/\s+/g, ' ')
    .replace(/[.。!！?？\s]+$/, '')
    .slice(0, 120)
  let opened = opening === ''
  return () => {
    if (!opened) {
      opened = true
      return language === 'zh' ? `今天要说的是${opening}。` : `Today we are talking about ${opening}.`
    }
    for (;;) {
      const sentence = draw()(subject, random)
      // Formulas and code are written, not spoken.
      if (!/[$`]/.test(sentence)) return sentence.replaceAll('*', '')
    }
  }
}

function splitWords(sentence: string, language: 'en' | 'zh'): string[] {
  if (language === 'en') return sentence.match(/\s*\S+/g) ?? []
  return (
    sentence.match(/[“「]?(?:\p{Script=Han}{1,2}|[^\p{Script=Han}，。：；！？”」]+)[，。：；！？”」]*/gu) ?? [sentence]
  )
}

// The last sentence is cut where the recording ends.
function endSentence(text: string, language: 'en' | 'zh'): string {
  return /[.!?。！？]$/.test(text) ? text : text.replace(/[,;:，；：]$/, '') + (language === 'zh' ? '。' : '.')
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
