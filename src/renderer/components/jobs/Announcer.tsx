import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Says words to screen readers. */
export type Announce = (words: string) => void

interface AnnouncerProps {
  /** Subscribes to the events to announce; returns its undo. It must not change between renders. */
  readonly listen: (announce: Announce) => () => void
}

/** Announcements for screen readers. Equal consecutive texts are each announced. */
export function Announcer({ listen }: AnnouncerProps) {
  const [note, setNote] = useState<{ readonly serial: number; readonly words: string } | null>(null)
  useEffect(() => listen((words) => setNote((before) => ({ serial: (before?.serial ?? 0) + 1, words }))), [listen])
  return (
    <VisuallyHidden role="status">{note === null ? null : <span key={note.serial}>{note.words}</span>}</VisuallyHidden>
  )
}
