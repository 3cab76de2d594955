/** Shortest run of base64 that is left out. */
const runMin = 2_000

/** Returns a text without the media in it: long runs of base64 are replaced by their length. */
export function withoutMedia(text: string): { readonly text: string; readonly isCut: boolean } {
  let isCut = false
  // some gateways escape the slashes
  const shown = text.replaceAll(/(?:[\w+/-]|\\\/){64,}={0,2}/g, (run) => {
    const { length } = run.replaceAll('\\', '')
    if (length < runMin) return run
    isCut = true
    return `[${length} characters of base64]`
  })
  return { text: shown, isCut }
}
