import { Loader } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { RefusedFiles } from '../../../components/window/RefusedFiles.tsx'
import { pageError } from '../../../platform/errors/page-error.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from '../Sidebar.module.css'
import { soundErrorWords } from '../tell-error.ts'
import { useTranscription } from '../transcription-store.ts'
import { forgetRefusal, forgetRefusals, mayHelp, takeAgain } from './take-files.ts'

const shownAtOnce = 3

/** Files being added, and refused files with reasons. */
export function ArrivalNotes() {
  const arrivals = useTranscription((state) => state.arrivals)
  const refusals = useTranscription((state) => state.refusals)
  const passedOver = useTranscription((state) => state.passedOver)
  const missing = useTranscription((state) => state.missing)
  if (arrivals === null && refusals.length === 0 && passedOver === null && missing === null) return null
  return (
    <div className={classes.notes}>
      <Arriving />
      <Missing />
      <PassedOver />
      <Refusals />
    </div>
  )
}

function Arriving() {
  const { t } = useTranslation()
  const arrivals = useTranscription((state) => state.arrivals)
  if (arrivals === null) return null
  const { found, settled, looking } = arrivals
  return (
    <p className={classes.arriving} role="status">
      <Loader size={14} aria-hidden="true" />
      {found === 0
        ? t('transcription.looking')
        : t(looking ? 'transcription.takingSoFar' : 'transcription.taking', { done: settled, count: found })}
    </p>
  )
}

function Missing() {
  const { t } = useTranslation()
  const missing = useTranscription((state) => state.missing)
  const forget = () => useTranscription.setState({ missing: null })
  if (missing === null) return null
  if (missing === 'connection') {
    return (
      <ErrorNote
        error={pageError('no_connection', 'no connection in the list')}
        lead={t('transcription.notTaken')}
        place={{ where: 'other', hasText: false }}
        onDismiss={forget}
      />
    )
  }
  return <Line words={t('transcription.modelFirst')} onDismiss={forget} />
}

function Line({ words, onDismiss }: { words: string; onDismiss: () => void }) {
  return (
    <Note tone="quiet" onDismiss={onDismiss}>
      {words}
    </Note>
  )
}

function PassedOver() {
  const { t } = useTranslation()
  const passedOver = useTranscription((state) => state.passedOver)
  if (passedOver === null) return null
  const { count, names, cut, taken } = passedOver
  const forget = () => useTranscription.setState({ passedOver: null })
  return (
    <>
      {count === 0 ? null : (
        <RefusedFiles
          lead={t('transcription.passedOver', { count })}
          files={names.map((name) => ({ name, reason: t('transcription.notSoundByName') }))}
          total={count}
          onDismiss={forget}
        />
      )}
      {cut ? <Line words={t('transcription.cut', { count: taken })} onDismiss={forget} /> : null}
    </>
  )
}

function Refusals() {
  const { t } = useTranslation()
  const refusals = useTranscription((state) => state.refusals)
  const [all, setAll] = useState(false)
  const shown = all ? refusals : refusals.slice(0, shownAtOnce)
  return (
    <>
      {shown.map((refusal) => (
        <ErrorNote
          key={refusal.jobId}
          error={refusal.error}
          title={soundErrorWords(refusal.error)}
          lead={t('transcription.fileNotTaken', { name: refusal.file.name })}
          place={{ where: 'sound', hasText: false }}
          on={mayHelp(refusal.error) ? { retry: () => void takeAgain(refusal) } : {}}
          onDismiss={() => forgetRefusal(refusal.jobId)}
        />
      ))}
      {refusals.length <= shownAtOnce ? null : (
        <div className={classes.line}>
          <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('images.notesLess') : t('images.notesMore', { count: refusals.length - shownAtOnce })}
          </Button>
          <Button kind="link" onClick={forgetRefusals}>
            {t('transcription.dismissAll')}
          </Button>
        </div>
      )}
    </>
  )
}
