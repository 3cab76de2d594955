/** Takes the language and the inside out of a fenced block, which may still be open. */
export function fencedCode(source: string): { readonly language: string; readonly code: string } {
  const lines = source.replace(/^\n+/, '').split('\n')
  const opening = /^\s*(`{3,}|~{3,})\s*([^\s`{,]*)/.exec(lines[0] ?? '')
  const marker = opening?.[1] ?? '```'
  const indent = /^\s*/.exec(lines[0] ?? '')?.[0].length ?? 0
  let end = lines.length
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const line = lines[at]?.trim() ?? ''
    if (line === '') continue
    if (line.length >= marker.length && line === marker.charAt(0).repeat(line.length)) end = at
    break
  }
  const inside = lines.slice(1, end).map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line))
  // a closing fence ends the last line; without one the text ends where it ends
  return { language: opening?.[2] ?? '', code: inside.join('\n') }
}
