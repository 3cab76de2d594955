/** Text as it is searched: case and width folded, the same way in what is kept and in what is asked for. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
