import { useEffect, useState } from 'react'
import type { ListedTranscript } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { ListTrouble } from '../../../components/lists/ListTrouble.tsx'
import { Note } from '../../../components/Note.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { dateWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showPanel } from '../../../platform/navigation.ts'
import classes from './Subtitles.module.css'
import { closeSubtitles } from './subtitles-store.ts'
import { useTranscripts } from './use-cues.ts'

/** Debounce of the search, in ms. */
const pauseMs = 200

interface TranscriptChoiceProps {
  /** Files of the film's videos: a transcript of one of them is chosen first. */
  readonly mediaIds: readonly string[]
  readonly chosenId: string | null
  readonly onChoose: (transcriptId: string) => void
}

/** A list of the transcripts with a search. Without any, a button leads to Transcribe. */
export function TranscriptChoice({ mediaIds, chosenId, onChoose }: TranscriptChoiceProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const { error, load, transcripts } = useTranscripts(query)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const own = transcripts?.find(({ source }) => source !== null && mediaIds.includes(source.id))?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first list chooses
  useEffect(() => {
    if (chosenId === null && own !== undefined) onChoose(own)
  }, [own])
  if (error !== null) return <ListTrouble error={error} lead={t('subtitles.listFailed')} onRetry={load} />
  if (transcripts?.length === 0 && query === '') return <NoTranscripts />
  return (
    <div className={classes.choice}>
      <input
        autoComplete="off"
        type="search"
        data-autofocus
        className={classes.search}
        aria-label={t('subtitles.search')}
        placeholder={t('subtitles.search')}
        maxLength={500}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would save the film
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <fieldset className={classes.list} aria-label={t('subtitles.transcript')}>
        {(transcripts ?? []).map((transcript) => (
          <Row
            key={transcript.id}
            transcript={transcript}
            isChosen={transcript.id === chosenId}
            onChoose={() => onChoose(transcript.id)}
          />
        ))}
        {transcripts?.length === 0 ? <p className={classes.none}>{t('subtitles.noMatch')}</p> : null}
      </fieldset>
      {own === undefined && chosenId === null && transcripts !== null ? (
        <p className={classes.hint}>{t('subtitles.otherHint')}</p>
      ) : null}
    </div>
  )
}

interface RowProps {
  readonly transcript: ListedTranscript
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Row({ transcript: { createdAt, duration, title }, isChosen, onChoose }: RowProps) {
  const language = useLanguage()
  const facts = [dateWords(language, createdAt), ...(duration === null ? [] : [elapsedWords(duration)])]
  return (
    <label className={classes.row} title={title}>
      <input type="radio" name="subtitles-transcript" checked={isChosen} onChange={onChoose} />
      <span className={classes.title} dir="auto">
        {title}
      </span>
      <span className={classes.facts}>{facts.join(' · ')}</span>
    </label>
  )
}

function NoTranscripts() {
  const { t } = useTranslation()
  return (
    <Note
      tone="info"
      steps={
        <Button
          size="small"
          data-autofocus
          onClick={() => {
            closeSubtitles()
            showPanel('transcription')
          }}
        >
          {t('subtitles.toTranscribe')}
        </Button>
      }
    >
      <p>{t('subtitles.noTranscripts')}</p>
    </Note>
  )
}
