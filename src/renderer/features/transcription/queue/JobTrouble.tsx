import { Popover } from '@mantine/core'
import { useRef, useState } from 'react'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { UnclearNote } from '../../../components/jobs/UnclearNote.tsx'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import form from '../form/Form.module.css'
import { jobErrorWords } from '../tell-error.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './QueueRow.module.css'
import { piecesOf } from './queue.ts'
import { askToSend, dismissJob, keepAnswerAsText } from './queue-actions.ts'

/** Why a job did not succeed, with its actions. */
export function JobTrouble({ job }: { job: TranscriptionJob }) {
  switch (job.status) {
    case 'failed':
      return <Failed job={job} />
    case 'unknown':
      return <Unknown job={job} />
    case 'cancelled':
      return <Cancelled job={job} />
    case 'receiving':
    case 'preparing':
    case 'queued':
    case 'sending':
    case 'waiting':
    case 'paused':
    case 'done':
      return null
    default:
      return job.status satisfies never
  }
}

/** Returns a note that nothing is lost, if part of the transcript exists; null otherwise. */
function useKept(job: TranscriptionJob): string | null {
  const { t } = useTranslation()
  const pieces = piecesOf(job)
  return pieces === null || pieces.done === 0 ? null : t('transcription.job.kept', { done: pieces.done, of: pieces.of })
}

/** Returns true if another model could help; not for a recording that no page could decode. */
function wasHeard(job: TranscriptionJob): boolean {
  return job.pieces.length > 0
}

function Failed({ job }: { job: TranscriptionJob }) {
  const kept = useKept(job)
  if (job.error === null) return null
  return (
    <div className={classes.trouble}>
      <ErrorNote
        error={job.error}
        title={jobErrorWords(job, job.error)}
        lead={kept ?? undefined}
        place={{ where: 'sound', hasText: false }}
        connectionId={job.request.connectionId}
        on={{ retry: () => useTranscription.setState({ question: { jobId: job.id, target: null } }) }}
        below={<KeptAnswer job={job} />}
      >
        {wasHeard(job) ? <RetryWith job={job} /> : null}
      </ErrorNote>
    </div>
  )
}

function Unknown({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const kept = useKept(job)
  return (
    <div className={classes.trouble}>
      <UnclearNote
        error={job.error}
        reason={job.error === null ? null : jobErrorWords(job, job.error)}
        actions={<Actions job={job} again={t('transcription.job.sendAgain')} />}
        below={<KeptAnswer job={job} />}
      >
        <p>{t('transcription.job.mayCost')}</p>
        {kept === null ? null : <p>{kept}</p>}
      </UnclearNote>
    </div>
  )
}

function Cancelled({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const kept = useKept(job)
  return (
    <div className={classes.trouble}>
      {kept === null ? null : <p className={classes.kept}>{kept}</p>}
      <div className={classes.actions}>
        <Actions job={job} again={t('transcription.job.goOn')} />
      </div>
      <KeptAnswer job={job} />
    </div>
  )
}

/** The stored answer of a job: to view it, to read it again, or, if it is unreadable, to keep it as text. */
function KeptAnswer({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const canRead = job.canReadAgain ?? false
  return (
    <>
      <KeptNote kind="transcription" ownerId={job.id} kept={job.kept ?? false} canReadAgain={canRead} />
      {canRead && job.error?.code === 'not_a_gateway' ? (
        <Button size="small" onClick={() => void keepAnswerAsText(job.id)}>
          {t('transcription.job.keepAsText')}
        </Button>
      ) : null}
    </>
  )
}

interface ActionsProps {
  readonly job: TranscriptionJob
  readonly again: string
}

function Actions({ job, again }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button size="small" onClick={(event) => askToSend(job.id, event)}>
        {again}
      </Button>
      {wasHeard(job) ? <RetryWith job={job} /> : null}
      <Button size="small" onClick={() => void dismissJob(job.id)}>
        {t('app.dismiss')}
      </Button>
    </>
  )
}

/** A choice of another model that transcribes the rest of a recording. */
function RetryWith({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  /** The position of the click on the list; null for a key. */
  const pressed = useRef<{ readonly clientX: number; readonly clientY: number } | null>(null)
  const { connectionId, model } = job.request
  const connection = useApp((state) => state.connections.connections.find(({ id }) => id === connectionId) ?? null)
  const close = () => setOpened(false)
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          {t('transcription.job.otherModel')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={form.dropdown}
        aria-label={t('models.pick')}
        onClickCapture={({ clientX, clientY }) => {
          pressed.current = { clientX, clientY }
        }}
        onKeyDownCapture={() => {
          pressed.current = null
        }}
      >
        <ModelList
          connection={connection}
          model={model}
          kind="audio"
          onChoose={(chosenConnection, chosen) => {
            close()
            askToSend(job.id, pressed.current, { connectionId: chosenConnection, model: chosen })
          }}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
