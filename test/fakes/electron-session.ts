import type { ShellSession } from '../../src/main/electron/shell-host.ts'

/** The page's session, as far as spelling goes (shell/browser/api/electron_api_session.cc). */
export class ElectronSession implements ShellSession {
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT']
  readonly words: string[] = []
  languages: string[] = ['en-US']
  /** Where dictionaries would come from. */
  dictionaries = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
  isChecking = true
  readonly webRequest = { onBeforeRequest: () => undefined }

  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  allowNTLMCredentialsForDomains(): void {}

  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.dictionaries = url
  }

  setSpellCheckerEnabled(isOn: boolean): void {
    this.isChecking = isOn
  }

  /** Throws for a language without a dictionary, and turns checking on or off by whether there are any. */
  setSpellCheckerLanguages(languages: string[]): void {
    for (const language of languages) {
      if (!this.availableSpellCheckerLanguages.includes(language))
        throw new Error(`Invalid language code provided: "${language}" is not a valid language code`)
    }
    this.languages = languages
    this.isChecking = languages.length > 0
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.words.push(word)
    return true
  }
}
