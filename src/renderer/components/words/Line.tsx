import { lineText } from '../../platform/line-text.ts'
import classes from './Line.module.css'

/** A foreign text in one line, isolated in its own text direction. Its parent truncates it. */
export function Line({ text }: { text: string }) {
  return <bdi className={classes.line}>{lineText(text)}</bdi>
}
