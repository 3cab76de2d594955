/** Maximum number of links offered, and maximum length of text examined, in UTF-16 units. */
const linksMax = 5
const examinedMax = 100_000

/** Returns the first web addresses in a text, each once. */
export function linksIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [match] of text
    .slice(0, examinedMax)
    .matchAll(/https?:\/\/[^\s<>()[\]"'`\u3000-\u303f\uff00-\uff60]+/gi)) {
    const address = withoutEnd(match)
    if (URL.canParse(address)) found.add(address)
    if (found.size === linksMax) break
  }
  return [...found]
}

/** Removes punctuation that ends a sentence, not an address. */
function withoutEnd(address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?*_'.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}
