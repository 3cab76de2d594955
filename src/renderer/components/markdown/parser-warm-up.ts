import { elements } from './Footnotes.tsx'
import { MessageDocument } from './message-document.ts'

/** Parses a text and converts it to elements, and drops them: the code for its kinds of blocks is compiled afterwards. */
export function warmParser(text: string): void {
  const document = new MessageDocument()
  for (const block of document.update(text).blocks) {
    const tree = document.elementsOf(block)
    if (typeof tree !== 'string') elements(tree)
  }
}
