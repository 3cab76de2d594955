import { Download } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import classes from './DropOverlay.module.css'

/** An overlay over a panel while files are dragged over it, which says what a drop will do. */
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

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files')
}

/** Lets an element accept dropped files. Returns whether files are over it, and its event handlers. */
export function useFileDrop(take: (data: DataTransfer) => void) {
  const [dragging, setDragging] = useState(false)
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (hasFiles(event)) setDragging(true)
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave: (event: DragEvent) => {
      const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
      if (!inside) setDragging(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragging(false)
      take(event.dataTransfer)
    },
  }
  return { dragging, handlers }
}
