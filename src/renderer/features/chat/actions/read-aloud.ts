import i18next from 'i18next'
import { create } from 'zustand'
import type { Message } from '../../../../shared/chat.ts'
import { languageFor } from '../../../../shared/language.ts'
import { type Mouth, type Reading, SentenceReader } from '../../../components/speech/reader.ts'
import { type Spoken, type SpokenLanguage, spokenText } from '../../../components/speech/spoken-text.ts'
import { speechOf, systemVoices, voiceFor } from '../../../components/speech/voices.ts'
import { appState } from '../../../platform/app-store.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow } from '../state/chat-store.ts'
import { endOf, lastAnswer } from '../state/messages.ts'
import { currentTextOf } from './answer-actions.ts'
import { readQuestion } from './jump.ts'

/** The state of reading aloud; null if nothing is read. */
export const useReadAloud = create<{ readonly reading: Reading | null }>(() => ({ reading: null }))

type Voices = Readonly<Record<SpokenLanguage, SpeechSynthesisVoice | null>>

let voices: Voices = { zh: null, en: null }
// Chromium drops an unreferenced utterance, and then never reports its end
const held = new Set<SpeechSynthesisUtterance>()

const mouth: Mouth = {
  speak({ language, text }, ended) {
    const utterance = new SpeechSynthesisUtterance(text)
    const voice = voices[language]
    utterance.voice = voice
    utterance.lang = voice?.lang ?? language
    utterance.rate = Number(appState().settings.readAloudSpeed)
    utterance.onend = () => ended(true)
    utterance.onerror = () => ended(false)
    held.clear()
    held.add(utterance)
    speechOf()?.speak(utterance)
  },
  silence() {
    held.clear()
    speechOf()?.cancel()
  },
}

const reader = new SentenceReader(mouth, (reading, failed) => {
  useReadAloud.setState({ reading })
  if (failed) showToast(i18next.t('reading.aloudFailed'))
})

let attempts = 0

/** Reads an answer aloud. If a language has no voice, its sentences are left out, and a toast says so. */
export async function readAloud(message: Message): Promise<void> {
  attempts += 1
  const attempt = attempts
  const { info, settings } = appState()
  const all = await systemVoices()
  if (attempt !== attempts) return
  const chosen = settings.readAloudVoice
  voices = { zh: voiceFor(all, 'zh', chosen), en: voiceFor(all, 'en', chosen) }
  if (voices.zh === null && voices.en === null) {
    showToast(i18next.t('reading.noVoices'))
    return
  }
  const language = languageFor(settings.language, info.locale) === 'zh-CN' ? 'zh' : 'en'
  const names = {
    language,
    code: (name: string) => (name === '' ? i18next.t('reading.codePlain') : i18next.t('reading.codeIn', { name })),
    table: (count: number) => i18next.t('reading.table', { count }),
    formula: i18next.t('reading.formula'),
  } as const
  reader.start(audible(spokenText(currentTextOf(message), names)))
}

/** Yields the sentences that there is a voice for. */
function* audible(sentences: Iterable<Spoken>): Generator<Spoken> {
  const told = new Set<SpokenLanguage>()
  for (const sentence of sentences) {
    const { language } = sentence
    if (voices[language] !== null) yield sentence
    else if (!told.has(language)) {
      told.add(language)
      showToast(i18next.t(`reading.noVoice.${language}`))
    }
  }
}

export function pauseReading(): void {
  reader.toggle()
}

export function skipSentence(): void {
  reader.skip()
}

export function stopReading(): void {
  attempts += 1
  reader.stop()
}

/** Starts with the answer in view; while one is being read, pauses or resumes. */
export function toggleReading(): void {
  if (reader.isReading) {
    reader.toggle()
    return
  }
  const messages = chatNow().open?.messages ?? []
  const at = messages.findIndex(({ id }) => id === readQuestion())
  const seen = at < 0 ? undefined : messages.slice(at).find(({ role }) => role === 'assistant')
  const answer = seen ?? lastAnswer(endOf(chatNow().open))
  if (answer !== undefined) void readAloud(answer)
}
