import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TrackSelect } from '../../../../src/renderer/features/transcription/form/TrackSelect.tsx'
import { jobErrorWords } from '../../../../src/renderer/features/transcription/tell-error.ts'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { appError } from '../../../../src/shared/errors.ts'
import type { SoundTracks } from '../../../../src/shared/transcript.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})
afterEach(() => vi.unstubAllGlobals())

const sound: SoundTracks = {
  tracks: [
    { name: null, language: null, loudness: -100 },
    { name: 'Microphone', language: 'eng', loudness: -24 },
  ],
  taken: 0,
}

describe('a track that was measured at some positions only', () => {
  test('a track that was sampled in places is never called silent', async () => {
    const select = () => renderToStaticMarkup(<TrackSelect sound={sound} chosen={0} onChoose={() => undefined} />)
    expect(select()).toContain('Track 1 · no sound found at the places checked')
    expect(select()).toContain('Microphone · eng · about −24 dB')
    await showLanguage('zh-CN')
    expect(select()).toContain('音轨 1 · 抽查处未发现声音')
    expect(select()).toContain('约 −24 dB')
  })
})

describe('a recording without audible sound', () => {
  const words = (taken?: SoundTracks['taken']) =>
    jobErrorWords(
      { sentAt: null, source: null, ...(taken === undefined ? {} : { sound: { ...sound, taken } }) },
      appError('silent'),
    )

  test('a silent recording was read completely if it has one track, or all were mixed', () => {
    expect(words()).toBe('No audible sound was found in this recording.')
    expect(words('all')).toBe('No audible sound was found in this recording.')
  })

  test('silence is reported for the analysed track, not for the others', async () => {
    expect(words(0)).toBe('No audible sound was found in this track. Choose another one.')
    await showLanguage('zh-CN')
    expect(words(0)).toBe('这条音轨里没有听到声音，请换一条。')
  })
})
