const opening = '/fault '

/**
 * Splits the fault list off the beginning of a message: `/fault LIST`, up to the end of the line or ` -- `.
 * Without a list, `list` is '' and `rest` is the whole text.
 */
export function splitPromptFaults(text: string): { list: string; rest: string } {
  if (!text.startsWith(opening)) return { list: '', rest: text }
  const end = /\r?\n| -- /.exec(text)
  if (!end) return { list: text.slice(opening.length), rest: '' }
  return { list: text.slice(opening.length, end.index), rest: text.slice(end.index + end[0].length) }
}

/** Splits the fault list off a model name: `demo-chat+LIST`. */
export function splitNameFaults(name: string): { list: string; rest: string } {
  const plus = name.indexOf('+')
  return plus < 0 ? { list: '', rest: name } : { list: name.slice(plus + 1), rest: name.slice(0, plus) }
}
