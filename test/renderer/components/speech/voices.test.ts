import { expect, test } from 'vitest'
import { type VoiceFacts, voiceFor, voicesOf } from '../../../../src/renderer/components/speech/voices.ts'

const voice = (name: string, lang: string, more: Partial<VoiceFacts> = {}): VoiceFacts => ({
  name,
  lang,
  voiceURI: name,
  localService: true,
  default: false,
  ...more,
})
const all = [
  voice('far', 'en-US', { localService: false, default: true }),
  voice('Anna', 'de-DE'),
  voice('Ann', 'en_GB'),
  voice('Bob', 'en-US', { default: true }),
  voice('婷婷', 'zh-CN'),
  voice('Sin', 'yue-HK'),
]

test('voices are found by their language', () => {
  expect(voicesOf(all, 'en').map(({ name }) => name)).toEqual(['far', 'Ann', 'Bob'])
  expect(voicesOf(all, 'zh').map(({ name }) => name)).toEqual(['婷婷', 'Sin'])
})

test("the chosen voice reads, or else one of this computer, the system's own first", () => {
  expect(voiceFor(all, 'en', {})?.name).toBe('Bob')
  expect(voiceFor(all, 'zh', {})?.name).toBe('婷婷')
  expect(voiceFor(all, 'zh', { Sin: 'zh' })?.name).toBe('Sin')
  expect(voiceFor(all, 'en', { gone: 'en', Ann: 'en' })?.name).toBe('Ann')
})

test('an online voice reads only if the user chose it', () => {
  const far = all.slice(0, 1)
  expect(voiceFor(far, 'en', {})).toBeNull()
  expect(voiceFor(far, 'en', { far: 'en' })?.name).toBe('far')
})
