import { lineText } from '../../platform/line-text.ts'

/** A foreign text in one line, isolated in its own text direction. Its parent truncates it. */
export function Line({ text }: { text: string }) {
  return <bdi>{lineText(text)}</bdi>
}
