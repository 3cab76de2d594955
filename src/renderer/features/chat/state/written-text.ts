import type { TextDocument } from '../../../../shared/text-document.ts'

type Parts = Pick<TextDocument, 'text' | 'written'>

/** Returns how many parts written by a model can be undone. */
export function undoSteps({ written }: Parts): number {
  return filled(written).length
}

/** Returns the document without the last `steps` parts that a model wrote. */
export function undoneText({ text, written }: Parts, steps: number): string {
  // from the end, so that the offsets of earlier parts stay right
  const undone = filled(written).toReversed().slice(0, steps)
  return undone.reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
}

const filled = (written: Parts['written']): Parts['written'] => written.filter(({ from, to }) => to > from)

/** Returns the offset where a model continues: the caret, or the end if only blanks precede the caret. */
export function placeToGoOn(text: string, caret: number): number {
  const at = text.slice(0, caret).trim() === '' ? text.length : caret
  // never between the halves of a surrogate pair
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && at < text.length ? at + 1 : at
}

/** Returns the stop sequences that a user typed, one per line; `\n` and `\t` mean a line break and a tab. */
export function stopSequences(typed: string, max: number): readonly string[] {
  const lines = typed.split('\n').filter((line) => line !== '')
  const read = (line: string): string =>
    line.replace(/\\([nt\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\'))
  return [...new Set(lines.map(read))].slice(0, max).map((stop) => stop.slice(0, 200))
}

/** Returns stop sequences in the form in which a user types them. */
export function typedStops(stops: readonly string[]): string {
  const typed = (stop: string): string => stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  return stops.map(typed).join('\n')
}
