/** Returns the index name of a character or a pair of characters; letters and digits only. */
export function gramOf(characters: string): string {
  return [...characters].map((character) => (character.codePointAt(0) ?? 0).toString(36)).join('x')
}

/** Returns all characters and pairs of a text, without duplicates. */
export function gramsOf(text: string): string {
  const grams = new Set<string>()
  let before = ''
  for (const character of text) {
    grams.add(gramOf(character))
    if (before !== '') grams.add(gramOf(before + character))
    before = character
  }
  return [...grams].join(' ')
}
