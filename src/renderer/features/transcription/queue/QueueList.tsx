import { type RefObject, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { hasEnded, needsAttention } from '../../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from '../Sidebar.module.css'
import { useTranscription } from '../transcription-store.ts'
import { useTopIn } from '../use-top-in.ts'
import { QueueRow } from './QueueRow.tsx'
import { dismissAll } from './queue-actions.ts'

/** Recordings that need the user, then running and waiting ones in queue order. */
export function QueueList({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation()
  const all = useTranscription((state) => state.queue.jobs)
  const attention = all.filter(({ status }) => needsAttention(status))
  const others = all.filter(({ status }) => !needsAttention(status))
  if (all.length === 0) return null
  return (
    <section aria-label={t('transcription.queue')}>
      {attention.length === 0 ? null : <Jobs scroller={scroller} jobs={attention} title={t('app.needsYou')} />}
      {others.length === 0 ? null : <Jobs scroller={scroller} jobs={others} title={t('transcription.working')} />}
    </section>
  )
}

interface JobsProps {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly jobs: readonly TranscriptionJob[]
  readonly title: string
}

function Jobs({ scroller, jobs, title }: JobsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const top = useTopIn(scroller, list)
  const ended = jobs.filter(({ status }) => hasEnded(status))
  return (
    <div>
      <div className={classes.heading}>
        <h2>{title}</h2>
        {ended.length < 2 ? null : (
          <Button kind="link" onClick={() => void dismissAll(ended)}>
            {t('transcription.dismissEnded', { count: ended.length })}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers between list and items, which <ul> does not allow */}
      <div ref={list} role="list" aria-label={title}>
        <Virtualizer scrollRef={scroller} startMargin={top} data={jobs} itemSize={60}>
          {(job) => (
            <Boundary key={job.id} place="row" shown={job}>
              <QueueRow job={job} />
            </Boundary>
          )}
        </Virtualizer>
      </div>
    </div>
  )
}
