/** A part of two texts: equal in both, or one that was changed. */
export type DifferencePart =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'changed'; readonly before: string; readonly after: string }

/** Words, single Chinese characters, spaces and marks. */
const tokens = /\p{Script=Han}|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|\s+|./gsu

/** Largest product of the numbers of tokens that are compared; larger texts count as changed as a whole. */
const comparedMax = 4_000_000

/** Returns the parts of two texts, in order. Changes with only spaces between them are one part. */
export function differenceOf(before: string, after: string): readonly DifferencePart[] {
  const [old, fresh] = [before.match(tokens) ?? [], after.match(tokens) ?? []]
  if (old.length * fresh.length > comparedMax) return [{ kind: 'changed', before, after }]
  const lengths = commonLengths(old, fresh)
  const parts: DifferencePart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const [one = '', other = ''] = [old[i], fresh[j]]
    if (i < old.length && j < fresh.length && one === other) {
      add(parts, { kind: 'same', text: one })
      i += 1
      j += 1
    } else if (j >= fresh.length || (i < old.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      add(parts, { kind: 'changed', before: one, after: '' })
      i += 1
    } else {
      add(parts, { kind: 'changed', before: '', after: other })
      j += 1
    }
  }
  return joined(parts)
}

/** Returns the text with the changes at the positions in `taken`, and the old text at the others. */
export function textWith(parts: readonly DifferencePart[], taken: ReadonlySet<number>): string {
  return parts
    .map((part, index) => (part.kind === 'same' ? part.text : taken.has(index) ? part.after : part.before))
    .join('')
}

/** Returns, for each pair of positions, the number of tokens that the rests of both lists have in common. */
function commonLengths(old: readonly string[], fresh: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = rows[i]
      if (row !== undefined)
        row[j] = old[i] === fresh[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1))
    }
  return rows
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}

function add(parts: DifferencePart[], part: DifferencePart): void {
  const last = parts.at(-1)
  if (last?.kind === 'same' && part.kind === 'same') parts[parts.length - 1] = { ...last, text: last.text + part.text }
  else if (last?.kind === 'changed' && part.kind === 'changed')
    parts[parts.length - 1] = { ...last, before: last.before + part.before, after: last.after + part.after }
  else parts.push(part)
}

function joined(parts: readonly DifferencePart[]): readonly DifferencePart[] {
  const result: DifferencePart[] = []
  for (const [index, part] of parts.entries()) {
    const isGap = part.kind === 'same' && part.text.trim() === '' && index > 0 && index < parts.length - 1
    add(result, isGap ? { kind: 'changed', before: part.text, after: part.text } : part)
  }
  return result
}
