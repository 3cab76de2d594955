/**
 * Rewrites the TeX delimiters `\(…\)` and `\[…\]`, which many models use and Markdown would eat, to the dollar signs
 * that the parser knows. Code is left alone.
 */
export function normaliseMathDelimiters(source: string): string {
  if (!source.includes('\\(') && !source.includes('\\[')) return source
  return source
    .split(/(`+[^`]*`+|^\s*(?:```|~~~)[\s\S]*?^\s*(?:```|~~~)\s*$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\\\[([\s\S]+?)\\\]/g, (_, formula: string) =>
              formula.includes('\n') ? `$$\n${formula.trim()}\n$$` : `$$${formula.trim()}$$`,
            )
            .replace(/\\\(([^\n]+?)\\\)/g, (_, formula: string) => `$${formula.trim()}$`),
    )
    .join('')
}
