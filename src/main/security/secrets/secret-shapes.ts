/** Only this much of a text is examined, in UTF-16 units. */
const readMax = 20_000

/** Shapes of keys, tokens and passwords. Narrow, because a text that has one is refused. */
const shapes: readonly RegExp[] = [
  // keys of gateways, GitHub, GitLab, Slack, Google and AWS
  /\b(?:sk|pk|rk|ak)[-_][A-Za-z0-9_-]{12,}/,
  /\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-)[A-Za-z0-9_-]{10,}/,
  /\b(?:AIza[A-Za-z0-9_-]{20,}|(?:AKIA|ASIA)[A-Z0-9]{12,})/,
  // JSON web tokens and private keys
  /\beyJ[A-Za-z0-9_-]{20,}/,
  /-----BEGIN [A-Z ]{0,40}KEY/,
  /\bbearer [A-Za-z0-9._~+/-]{16,}/i,
  // values of named secrets
  /\b(?:api[-_ ]?key|access[-_ ]?key|token|secret|password|passwd|passphrase|pin)["']?(?: is|s?[:=]) ?[^\s]{0,40}\d/i,
  /(?:密码|密钥|口令|令牌)(?:是|为|：|:|=) ?[^\s，。]{4}/,
  // credentials in addresses
  /:\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/,
]

/** Returns true if a text contains what looks like a key, a token or a password. */
export function looksSecret(text: string): boolean {
  const read = text.slice(0, readMax)
  return shapes.some((shape) => shape.test(read))
}
