import { type RefObject, useEffect, useState } from 'react'
import { needsAttention } from '../../../../shared/job-phase.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { endedJobs } from '../jobs.ts'
import { useStudio } from '../studio-store.ts'
import { JobNote } from './JobNote.tsx'
import classes from './JobNotes.module.css'

const shownAtOnce = 3

/** Failed jobs, newest first, until dismissed. */
export function JobNotes({ list }: { list: RefObject<HTMLUListElement | null> }) {
  const { t } = useTranslation()
  const jobs = useStudio((state) => state.jobs.jobs)
  const wanted = useStudio((state) => state.noteWanted)
  const [all, setAll] = useState(false)
  useEffect(() => {
    if (wanted === null) return
    const note = list.current?.querySelector<HTMLElement>(`[data-note="${CSS.escape(wanted)}"]`)
    if (note == null) {
      // it is among the folded notes; a job without a note has been dismissed meanwhile
      if (!all && endedJobs(jobs).some(({ id }) => id === wanted)) setAll(true)
      else useStudio.setState({ noteWanted: null })
      return
    }
    note.scrollIntoView({ block: 'nearest' })
    note.focus({ preventScroll: true })
    useStudio.setState({ noteWanted: null })
  }, [wanted, all, jobs, list])
  const ended = endedJobs(jobs)
  if (ended.length === 0) return null
  const shown = all ? ended : ended.slice(0, shownAtOnce)
  const folded = ended.length - shown.length
  const attention = ended.filter(({ status }) => needsAttention(status)).length
  return (
    <>
      {attention === 0 ? null : (
        <p className={classes.heading}>
          {t('app.needsYou')} <span>{attention}</span>
        </p>
      )}
      <ul ref={list} className={classes.notes} aria-label={t('images.notes')}>
        {shown.map((job) => (
          <li key={job.id} data-note={job.id} tabIndex={-1}>
            <Boundary place="row" shown={job}>
              <JobNote job={job} />
            </Boundary>
          </li>
        ))}
        {ended.length <= shownAtOnce ? null : (
          <li>
            <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('images.notesLess') : t('images.notesMore', { count: folded })}
            </Button>
          </li>
        )}
      </ul>
    </>
  )
}
