/** A call that a message asks for. */
export interface WishedCall {
  readonly name: string
  /** Arguments of the call as JSON. */
  readonly arguments: string
}

const verb = /\b(?:use|using|call|invoke|run)\b|用|调用|运行/i
/** Separates sequential calls from parallel ones. */
const order = /\bthen\b|然后|接着|再用/i
/** Wishes are near the beginning; a long pasted text is not searched. */
const searched = 20_000

/**
 * Returns the calls that a message asks for, in rounds: "use current_date", "call search {"query": "tides"} and
 * current_date", "用 current_date，然后用 search". Only names of offered tools count. A JSON object after a name is its
 * arguments.
 */
export function readToolWishes(message: string, offered: readonly string[]): readonly (readonly WishedCall[])[] {
  const text = message.slice(0, searched)
  if (!verb.test(text)) return []
  const rounds: WishedCall[][] = [[]]
  let at = 0
  while (at < text.length) {
    const name = nameAt(text, at, offered)
    const next = order.exec(text.slice(at, at + 4))
    if (name !== null) {
      const said = objectAt(text, at + name.length)
      rounds.at(-1)?.push({ name, arguments: said ?? '{}' })
      at += name.length
      if (said !== null) at = text.indexOf(said, at) + said.length
    } else if (next !== null && next.index === 0) {
      rounds.push([])
      at += next[0].length
    } else at += 1
  }
  return rounds.filter((calls) => calls.length > 0)
}

/** Returns the longest offered name at a position, as a whole word; null if there is none. */
function nameAt(text: string, at: number, offered: readonly string[]): string | null {
  if (isPartOfName(text[at - 1])) return null
  const found = offered.filter((name) => text.startsWith(name, at) && !isPartOfName(text[at + name.length]))
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null
}

function isPartOfName(character: string | undefined): boolean {
  return character !== undefined && /[a-zA-Z0-9_-]/.test(character)
}

/** Returns a JSON object that follows, with at most a few words before it. */
function objectAt(text: string, at: number): string | null {
  const start = /^(?:\s|with|arguments?|参数|[,，:：`])*(?=\{)/i.exec(text.slice(at))?.[0].length
  if (start === undefined) return null
  let depth = 0
  let inString = false
  for (let end = at + start; end < text.length; end += 1) {
    const character = text[end]
    if (inString) {
      if (character === '\\') end += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    if (depth === 0 && !inString) return text.slice(at + start, end + 1)
  }
  return null
}
