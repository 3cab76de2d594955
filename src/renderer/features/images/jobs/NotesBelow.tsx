import { type RefObject, useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { endedJobs } from '../jobs.ts'
import { useStudio } from '../studio-store.ts'
import classes from './JobNotes.module.css'

/** A button that scrolls to notes below the edge of a low window, so that failures are not missed. */
export function NotesBelow({ notes }: { notes: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const count = useStudio((state) => endedJobs(state.jobs.jobs).length)
  const some = count > 0
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const element = notes.current
    if (!some || element === null) return undefined
    // one readable line counts as visible
    const watch = new IntersectionObserver(([entry]) => setHidden(entry?.isIntersecting === false), {
      rootMargin: '0px 0px -40px',
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [notes, some])
  if (!some || !hidden) return null
  return (
    <Button
      kind="link"
      className={classes.below}
      onClick={() => notes.current?.firstElementChild?.scrollIntoView({ block: 'center' })}
    >
      {t('images.notesBelow', { count })}
    </Button>
  )
}
