import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import buttons from '../../../components/buttons.module.css'
import classes from '../Sidebar.module.css'
import { useTranscription } from '../transcription-store.ts'
import { useTopIn } from '../use-top-in.ts'
import { QueueRow } from './QueueRow.tsx'
import { hasEnded } from './queue.ts'
import { dismissAll } from './queue-actions.ts'

/** What is on its way, in the order of its turns, and what ended otherwise than well. */
export function QueueList({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const jobs = useTranscription((state) => state.queue.jobs)
  return jobs.length === 0 ? null : <Jobs scroller={scroller} />
}

function Jobs({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation()
  const jobs = useTranscription((state) => state.queue.jobs)
  const list = useRef<HTMLDivElement>(null)
  const top = useTopIn(scroller, list)
  const ended = jobs.filter(hasEnded)
  return (
    <div>
      <div className={classes.heading}>
        <h2>{t('transcription.working')}</h2>
        {ended.length < 2 ? null : (
          <button type="button" className={buttons.link} onClick={() => void dismissAll(ended)}>
            {t('transcription.dismissEnded', { count: ended.length })}
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers between list and items, which <ul> does not allow */}
      <div ref={list} role="list" aria-label={t('transcription.queue')}>
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
