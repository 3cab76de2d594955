/** A parameter of a link, unchanged: percent-encoded, with `+` as it is. */
export interface LinkParameter {
  readonly name: string
  readonly raw: string
}

/**
 * Returns the parameters of a link: those after `?` in the fragment if there are any, else those of the query, else the
 * fragment itself. A value may be unencoded JSON, even with `&` in it.
 */
export function parametersOf(link: string): readonly LinkParameter[] {
  const text = parameterText(link)
  const found: { name: string; raw: string }[] = []
  let openBraces = 0
  for (const piece of text.split('&')) {
    const last = found.at(-1)
    if (openBraces > 0 && last !== undefined) last.raw += `&${piece}`
    else if (piece !== '') {
      const at = piece.indexOf('=')
      found.push(at < 0 ? { name: piece, raw: '' } : { name: piece.slice(0, at), raw: piece.slice(at + 1) })
    }
    openBraces = bracesOpen(found.at(-1)?.raw ?? '')
  }
  return found
}

function parameterText(link: string): string {
  const fragment = link.indexOf('#')
  const query = link.indexOf('?')
  if (query < 0) return fragment < 0 ? '' : link.slice(fragment + 1)
  if (fragment < 0 || fragment < query) return link.slice(query + 1)
  // a `#` inside JSON does not begin a fragment
  return bracesOpen(link.slice(query, fragment)) > 0 ? link.slice(query + 1) : link.slice(query + 1, fragment)
}

/** Returns the number of braces left open at the end of a value that begins with one. */
function bracesOpen(raw: string): number {
  if (!/^[?&=\w]*\{/.test(raw)) return 0
  let open = 0
  for (const letter of raw) open += letter === '{' ? 1 : letter === '}' ? -1 : 0
  return Math.max(open, 0)
}
