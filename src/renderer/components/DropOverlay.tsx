import { Download } from 'lucide-react'
import classes from './DropOverlay.module.css'

/** Covers a panel while files are dragged over it, and says what a drop does. */
export function DropOverlay({ words }: { words: string }) {
  return (
    <div className={classes.overlay}>
      <div className={classes.words}>
        <Download size={28} strokeWidth={1.5} aria-hidden="true" />
        {words}
      </div>
    </div>
  )
}
