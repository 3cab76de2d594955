import { useEffect, useState } from 'react'
import { composerText, onDraft } from './drafts.ts'

/** Milliseconds after the last key press before the draft is read. */
const restMs = 300

const watchers = new Set<() => void>()
let isFollowing = false

/** Returns the draft, a little after the user stopped typing. */
export function useDraft(): string {
  const [draft, setDraft] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setDraft(composerText()), restMs)
    }
    if (!isFollowing)
      onDraft(() => {
        for (const watcher of watchers) watcher()
      })
    isFollowing = true
    watchers.add(changed)
    changed()
    return () => {
      clearTimeout(timer)
      watchers.delete(changed)
    }
  }, [])
  return draft
}
