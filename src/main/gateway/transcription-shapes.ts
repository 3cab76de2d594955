type Fields = Readonly<Record<string, unknown>>

/** Members of an answer in which gateways put a transcript, in order of preference. */
const inner = [
  ...['data', 'result', 'results', 'output', 'response', 'payload', 'transcripts', 'transcript', 'channels'],
  ...['alternatives', 'choices', 'message', 'body'],
] as const
const lists = [
  'segments',
  'chunks',
  'utterances',
  'sentences',
  'sentence_info',
  'transcription',
  'cues',
  'captions',
  'paragraphs',
] as const
const texts = [
  'text',
  'transcript',
  'transcription',
  'DisplayText',
  'display_text',
  'content',
  'sentence',
  'Content',
  'result',
] as const
const depthMax = 6

/** Returns the list of segments of an object; null if it has none. */
export function segmentsOf(body: Fields): readonly unknown[] | null {
  for (const name of lists) {
    const list = body[name]
    if (Array.isArray(list)) return list
  }
  return null
}

/** Returns the text of a segment or a whole transcript. */
export function transcriptTextOf(fields: Fields): string | null {
  for (const name of texts) {
    const text = fields[name]
    if (typeof text === 'string') return text
  }
  return null
}

/**
 * Returns the object within an answer that holds a transcript: one with a text or segments. Uses the first of several
 * alternatives. Null if there is none.
 */
export function transcriptIn(value: unknown, depth = 0): Fields | null {
  if (Array.isArray(value)) return transcriptInList(value, depth)
  const fields = fieldsOf(value)
  if (fields === null) return null
  if (segmentsOf(fields) !== null || transcriptTextOf(fields) !== null) return fields
  if (depth >= depthMax) return null
  for (const name of inner) {
    const value = fields[name]
    // the first alternative is the best one
    const found = transcriptIn(name === 'alternatives' && Array.isArray(value) ? value[0] : value, depth + 1)
    if (found !== null) return found
  }
  return null
}

function transcriptInList(list: readonly unknown[], depth: number): Fields | null {
  if (list.length > 0 && list.every((item) => typeof item === 'string')) return { text: list.join('\n') }
  const items = list.map(fieldsOf).filter((item) => item !== null)
  // the parts of a recording, or its channels, each with its own segments or alternatives
  const parts = items.flatMap((item) => segmentsOf(item) ?? [])
  if (parts.length > 0) return { segments: parts }
  const alternatives = items.filter(({ alternatives: some }) => Array.isArray(some))
  if (alternatives.length > 1) return { segments: alternatives.flatMap((item) => transcriptIn(item, depth + 1) ?? []) }
  if (items.some(isAlternative)) return items[0] ?? null
  if (items.some((item) => transcriptTextOf(item) !== null)) return { segments: list }
  return depth >= depthMax ? null : transcriptIn(items[0] ?? null, depth + 1)
}

/** Returns true for one of several alternative transcripts of the same speech. */
function isAlternative(item: Fields): boolean {
  return 'confidence' in item && ('transcript' in item || 'words' in item) && !('start' in item)
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
