import { lineText } from '../../platform/line-text.ts'

/** A text that comes from elsewhere, in one line that its own direction does not leave. Its parent cuts it off. */
export function Line({ text }: { text: string }) {
  return <bdi>{lineText(text)}</bdi>
}
