import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { endedJobs } from '../jobs.ts'
import { useStudio } from '../studio-store.ts'
import classes from './JobNotes.module.css'

/** Leads to the notes where a low window hides them: what did not go well must not go by unseen. */
export function NotesBelow({ notes }: { notes: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const count = useStudio((state) => endedJobs(state.jobs.jobs).length)
  const some = count > 0
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const element = notes.current
    if (!some || element === null) return undefined
    // a first line that can be read is enough
    const watch = new IntersectionObserver(([entry]) => setHidden(entry?.isIntersecting === false), {
      rootMargin: '0px 0px -40px',
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [notes, some])
  if (!some || !hidden) return null
  return (
    <button
      type="button"
      className={`${buttons.link} ${classes.below}`}
      onClick={() => notes.current?.firstElementChild?.scrollIntoView({ block: 'center' })}
    >
      {t('images.notesBelow', { count })}
    </button>
  )
}
