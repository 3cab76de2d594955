import { indentOf } from './line-shapes.ts'

/** Takes the language and the inside out of a block that begins with a fence, which may still be open. */
export function fencedCode(source: string): { readonly language: string; readonly code: string } {
  const lines = source.split(/\r\n?|\n/)
  const opening = /^\uFEFF?( {0,3})(`{3,}|~{3,})[ \t]*([^\s]*)/.exec(lines[0] ?? '')
  const indent = opening?.[1]?.length ?? 0
  const marker = opening?.[2] ?? '```'
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const line = lines[last] ?? ''
  const closing = line.trim()
  const isClosed =
    last > 0 &&
    indentOf(line) < 4 &&
    closing.length >= marker.length &&
    closing === marker.charAt(0).repeat(closing.length)
  // without a closing fence the code ends where the text ends
  const inside = lines.slice(1, isClosed ? last : undefined).map((each) => unindented(each, indent))
  if (!isClosed && inside.at(-1) === '') inside.pop()
  return { language: opening?.[3] ?? '', code: inside.join('\n') }
}

/** Without as many columns of space as stand before the fence. */
function unindented(line: string, indent: number): string {
  let at = 0
  let column = 0
  while (column < indent && (line[at] === ' ' || line[at] === '\t')) {
    column += line[at] === '\t' ? 4 : 1
    at += 1
  }
  // what is left of a tab are spaces
  return ' '.repeat(Math.max(0, column - indent)) + line.slice(at)
}
