import { useEffect } from 'react'
import { isField } from '../forms/keys.ts'

/** Calls `undo` on Ctrl+Z, except in fields. It returns false if there is nothing to undo, and must not change. */
export function useUndoKey(undo: () => boolean): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (isUndo && !isField(event.target) && undo()) event.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [undo])
}
