/** A stack trace, a frame of source code, or the end of a report, none of which gives the cause. */
const noise: readonly RegExp[] = [
  /^\s/,
  /^Node\.js v\d/,
  /^[\^~\s-]+$/,
  /^(?:note|hint|help): /i,
  /^\[?npm (?:error|ERR!) (?:code |errno |syscall |path |A complete log|\s|$)/i,
  /^exit status \d+$/i,
  /^error Command failed with exit code/i,
]
/** The name of an error before its message, as most languages write it; it may follow log marks. */
const named =
  /^(?:\[[^\]]{0,40}\] ?)?(?:Uncaught )?(?:[\w$]{1,60}[.:])*[\w$]{0,60}(?:Error|Exception|Panic|Failure)\b[^:]{0,40}:/
const beginning = /^(?:\[[^\]]{0,40}\] ?)?(?:npm )?(?:err|error|fatal|panic|failed)\b/i
const anywhere = /\b(?:error|fatal|panicked|exception|cannot|could not|failed|missing|required)\b|错误|失败|缺少/i

/**
 * Returns the line in which a program gives the reason for its end. It is the last line that begins with the name of an
 * error, else the first that begins with "error" or mentions one, else the last line. Empty if the program wrote
 * nothing.
 */
export function errorLine(lines: readonly string[]): string {
  const told = lines.map((line) => line.trimEnd()).filter((line) => line !== '')
  const plain = told.filter((line) => !noise.some((pattern) => pattern.test(line)))
  const panicked = plain.findIndex((line) => /^thread '.{0,100}' panicked at /.test(line))
  const found =
    plain.findLast((line) => named.test(line)) ??
    (panicked < 0 ? undefined : plain[panicked + 1]) ??
    plain.find((line) => beginning.test(line)) ??
    plain.findLast((line) => anywhere.test(line)) ??
    plain.at(-1) ??
    told.at(-1)
  return found?.trim().slice(0, 500) ?? ''
}
