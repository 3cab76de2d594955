import { hostLike } from './host-pattern.ts'

/** Options of curl that use the next word as their value. The value is an address only after `--url`. */
const withValue: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
  delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare
  etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
  happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json
  keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt
  max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey
  preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers
  proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file
  range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4
  socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize
  time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket
  upload-file url url-query user user-agent variable vlan-priority write-out`.split(/\s+/),
)
const lettersWithValue = 'EKCbcdDFPHhmoUQreXYytzTuAwx'

/** Options without a value, which often precede an address. */
const alone: ReadonlySet<string> = new Set(
  `anyauth append basic compressed create-dirs digest fail fail-early fail-with-body get globoff head http0.9 http1.0
  http1.1 http2 http2-prior-knowledge http3 http3-only include insecure ipv4 ipv6 location location-trusted negotiate
  netrc next no-buffer no-keepalive no-progress-meter no-sessionid ntlm parallel path-as-is post301 post302 post303
  progress-bar proxy-insecure proxytunnel raw remote-name remote-header-name remote-time retry-all-errors
  retry-connrefused show-error silent ssl ssl-no-revoke ssl-reqd ssl-revoke-best-effort tcp-fastopen tcp-nodelay tlsv1
  tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 use-ascii verbose`.split(/\s+/),
)
const lettersAlone = 'aqfgGI0ik46jlLMnN:Zp#JORsS231BvV'

interface Word {
  readonly text: string
  /** True after the first quotation mark of the command, where a wrong quote may have split a value into words. */
  readonly isBehindQuote: boolean
}

/**
 * Returns where a command begins in a text; negative if there is none. A `%` or `$` within an address is not a prompt.
 */
export function commandStart(text: string): number {
  const line =
    /(?:^|[\r\n])(?:[^\r\n]{0,80}[$%#>❯] +|(?:(?!:\/\/)[^\r\n]){0,80}[$%#>❯]|[ \t`"'!]*)(?:sudo +)?curl(?:\.exe)?(?=[\s^]|$)/i.exec(
      text,
    )
  if (line !== null) return line.index + line[0].length
  const within = /[\s`"'(：:]curl(?:\.exe)?(?= +(?:[-–—"'“‘<$^[{%]|https?:|[\w-]+[.:/]))/i.exec(text)
  return within === null ? -1 : within.index + within[0].length
}

/**
 * Returns the addresses that a command requests, each as written; the text may hold several commands. Null if that is
 * unclear: a key must not go to an address within a body or a header.
 */
export function commandAddresses(command: string): readonly string[] | null {
  const { words, isBroken } = shellWords(plainQuotes(command))
  const addresses: string[] = []
  let hasEnded = false
  let hasOwn = false
  let isUnclear = false
  for (let at = 0; at < words.length; at += 1) {
    const { text, isBehindQuote } = words[at] ?? { text: '', isBehindQuote: false }
    if (/^curl(?:\.exe)?$/i.test(text)) {
      if (!hasOwn) return null
      hasEnded = false
      hasOwn = false
      continue
    }
    hasEnded ||= /^(?:[|&;#]|[12]?>|<<|<$)/.test(text)
    if (hasEnded) continue
    const option = optionOf(text)
    if (option !== null) {
      const value = option.value ?? words[at + 1]?.text ?? ''
      if (option.kind === 'value' && option.value === null) at += 1
      if (option.kind === 'unknown' && option.value === null && isAddress(value)) isUnclear = true
      if (option.name !== 'url') continue
      if (!isAddress(value)) return null
      addresses.push(value)
      hasOwn = true
      continue
    }
    if (!isAddress(text)) {
      // a placeholder may replace the address
      if (!hasOwn || /[$<{]/.test(text[0] ?? '')) isUnclear = true
      continue
    }
    // in a command with wrong quotes, a word after the first quote may be part of a value
    if (isBroken && isBehindQuote) {
      if (!hasOwn) return null
      continue
    }
    addresses.push(text)
    hasOwn = true
  }
  return isUnclear || !hasOwn ? null : addresses
}

function isAddress(word: string): boolean {
  return /^https?:\/\/\S+$/i.test(word) || hostLike.test(word)
}

interface Option {
  readonly kind: 'value' | 'alone' | 'unknown'
  readonly name: string
  /** The value within the same word; null if the next word may be the value. */
  readonly value: string | null
}

/** Parses an option of curl; null for any other word. A word with a typographic dash is an unknown option. */
function optionOf(word: string): Option | null {
  if (/^[–—−]/.test(word)) return { kind: 'unknown', name: '', value: null }
  if (!/^-./.test(word)) return null
  if (word.startsWith('--')) {
    const [name = '', ...rest] = word.slice(2).split('=')
    const kind = withValue.has(name) ? 'value' : alone.has(name) ? 'alone' : 'unknown'
    return { kind, name, value: rest.length > 0 ? rest.join('=') : null }
  }
  // PowerShell's own command has an option of this name too
  if (/^-uri$/i.test(word)) return { kind: 'value', name: 'url', value: null }
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? ''
    const rest = word.slice(at + 1)
    if (lettersWithValue.includes(letter)) return { kind: 'value', name: letter, value: rest === '' ? null : rest }
    if (!lettersAlone.includes(letter)) return { kind: 'unknown', name: '', value: null }
  }
  return { kind: 'alone', name: '', value: null }
}

/**
 * Normalises a command to the quotes and escapes of a POSIX shell: Windows puts a caret before each, and word
 * processors replace them by typographic quotes.
 */
function plainQuotes(command: string): string {
  const plain = /\^["\r\n]/.test(command) ? command.replace(/\^(?:\r?\n)?(.?)/gs, '$1') : command
  return /["']/.test(plain) ? plain : plain.replace(/[“”]/g, '"').replace(/[‘’]/g, "'")
}

/** Splits a command into words as a shell does. `isBroken` is true if quotes look wrong. */
function shellWords(command: string): { readonly words: readonly Word[]; readonly isBroken: boolean } {
  const words: Word[] = []
  let word: string | null = null
  let quote = ''
  let hasQuoted = false
  let isBehindQuote = false
  let isWrong = false
  const end = () => {
    if (word !== null) words.push({ text: word, isBehindQuote })
    word = null
    isBehindQuote = hasQuoted
  }
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? ''
    const next = command[at + 1] ?? ''
    if (quote !== '') {
      const isEscape = sign === '\\' && (quote === '$' || (quote === '"' && /["\\$`\n]/.test(next)))
      if (isEscape) at += 1
      if (!isEscape && sign === (quote === '$' ? "'" : quote)) quote = ''
      else word = `${word ?? ''}${isEscape ? next : sign}`
      // as in 'it's'
      if (quote === '' && /[a-z0-9]/i.test(next)) isWrong = true
    } else if (sign === '"' || sign === "'") {
      const isEscaping = sign === "'" && command[at - 1] === '$'
      quote = isEscaping ? '$' : sign
      word = isEscaping ? (word ?? '').replace(/\$$/, '') : (word ?? '')
      hasQuoted = true
    } else if (sign === '\\') {
      // a backslash at the end of a line continues the command
      if (next === '\r' && command[at + 2] === '\n') at += 2
      else {
        at += 1
        if (next !== '\n') word = `${word ?? ''}${next}`
      }
    } else if (/[\s`]/.test(sign)) end()
    else if (/[|;&]/.test(sign)) {
      end()
      words.push({ text: sign, isBehindQuote })
    } else word = `${word ?? ''}${sign}`
  }
  end()
  return { words, isBroken: isWrong || quote !== '' }
}
