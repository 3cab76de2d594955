/** Longer texts are cut before their marks are removed, to bound the cost. */
const lengthMax = 2_000

/** Removes Markdown marks from a short text and returns it as one line. */
export function withoutMarkdown(text: string): string {
  return (
    text
      .slice(0, lengthMax)
      .toWellFormed()
      .replace(/<\/?think(?:ing)?>/g, ' ')
      // lines of marks only: fences, rules, the second line of a table, openings of definitions
      .replace(/^[ \t>]*(?:`{3,}|~{3,}).*$/gm, '')
      .replace(/^[ \t>]*[-*_=|:][-*_=|: \t]*$/gm, (line) => (line.length > 2 || line.includes('|') ? '' : line))
      // quotes, headings, bullets, tasks and alerts at the beginning of a line
      .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
      .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
      .replace(/^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
      .replace(/^\[!(?:note|tip|important|warning|caution)\][ \t]*$/gim, '')
      .replace(/^\|(.*)\|[ \t]*$/gm, (_, cells: string) => cells.replaceAll('|', ' '))
      .replace(/\[\^[^\]\s]{1,40}\]:?/g, '')
      .replace(/!?\[([^\]\n]*)\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, '$1')
      .replace(/<\/?(br|details|summary|sub|sup|kbd|mark|u)(?:\s[^<>]{0,200})?\/?>/gi, (_, name: string) =>
        name.length > 4 || name.toLowerCase() === 'br' ? ' ' : '',
      )
      .replace(/<((?:https?:\/\/|mailto:)[^\s<>]*)>/g, '$1')
      .replace(/\*\*|__|~~|`|\$\$|\\[()[\]]/g, '')
      .replace(/(^|[^\p{L}\p{N}*])\*([^\s*][^*\n]*)\*/gu, '$1$2')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
