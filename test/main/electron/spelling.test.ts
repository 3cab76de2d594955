import { describe, expect, it } from 'vitest'
import { applySpelling, refuseDictionaries, spellingLanguages } from '../../../src/main/electron/spelling.ts'

const available = ['de', 'en-AU', 'en-GB', 'en-US', 'pt-BR', 'pt-PT']

function applied(
  os: 'mac' | 'windows' | 'linux',
  wanted: boolean,
  languages: readonly string[] = ['de-AT', 'zh-Hans-CN'],
) {
  const did: string[] = []
  const session = {
    availableSpellCheckerLanguages: available,
    setSpellCheckerEnabled: (isOn: boolean) => void did.push(`${isOn}`),
    setSpellCheckerLanguages: (names: string[]) => void did.push(names.join(',')),
  }
  applySpelling(session, { os, wanted, languages })
  return did
}

describe('spell checking', () => {
  it('spell checking is the system’s own on macOS, which chooses the languages', () => {
    expect([applied('mac', true), applied('mac', false)]).toEqual([['true'], ['false']])
  })

  it('spell checking is the system’s on Windows, in the user’s languages', () => {
    expect(applied('windows', true)).toEqual(['de', 'true'])
    expect(applied('windows', false)).toEqual(['false'])
    // Electron throws for an unknown language
    expect(applied('windows', true, ['zh-CN'])).toEqual(['true'])
  })

  it('spell checking is never available on Linux', () => {
    expect([applied('linux', true), applied('linux', false)]).toEqual([['false'], ['false']])
  })

  it('matches a language by its exact name first, then by its family', () => {
    expect(spellingLanguages(['EN-gb', 'de-CH', 'pt', 'xx', 'en-GB'], available)).toEqual(['en-GB', 'de'])
  })

  it('downloads no dictionary: Chromium connects to no such port', () => {
    const urls: string[] = []
    refuseDictionaries({
      on: (_event, listener) => listener({ setSpellCheckerDictionaryDownloadURL: (url) => void urls.push(url) }),
    })
    expect(urls).toEqual(['http://127.0.0.1:1/'])
  })
})
