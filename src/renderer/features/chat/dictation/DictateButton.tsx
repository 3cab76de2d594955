import { Loader } from '@mantine/core'
import { Mic, Square, X } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Note } from '../../../components/Note.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useSecond } from '../../../components/words/use-now.ts'
import { type Dictation, useDictation } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { WithheldButton } from '../temporary/WithheldButton.tsx'
import classes from './Dictation.module.css'
import { dictate, useDiscardKey } from './dictate.ts'

/** The dictation button of the composer: records, and inserts the text after stopping. */
export function DictateButton() {
  const dictation = useDictation()
  const { t } = useTranslation()
  const isTemporary = useChat(isTemporaryOpen)
  useDiscardKey()
  if (dictation === null) return null
  return isTemporary ? <WithheldButton icon={Mic} words={t('reading.dictate')} /> : <Controls dictation={dictation} />
}

function Controls({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation()
  const titled = useTitled()
  const { stage } = dictation.useState()
  switch (stage) {
    case 'idle':
    case 'failed':
      return <IconButton icon={Mic} words={t('reading.dictate')} onClick={dictate} />
    case 'recording':
      return (
        <span className={classes.recording}>
          <Elapsed dictation={dictation} />
          <Button
            kind="chip"
            className={classes.stop}
            title={titled(t('reading.dictateStop'), 'dictate')}
            onClick={dictation.stop}
          >
            <Square size={11} fill="currentColor" aria-hidden="true" />
            {t('reading.dictateStop')}
          </Button>
          <IconButton icon={X} words={t('reading.dictateDiscard')} onClick={dictation.discard} />
        </span>
      )
    case 'asking':
    case 'ending':
    case 'transcribing':
      return (
        <span className={classes.waiting}>
          <Loader size={14} aria-hidden="true" />
          {t(stage === 'asking' ? 'reading.dictateAsking' : 'reading.dictateTranscribing')}
        </span>
      )
    default:
      return stage satisfies never
  }
}

/** The recorded time; ticks once a second. */
function Elapsed({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation()
  useSecond()
  return (
    <span role="timer" aria-label={t('reading.dictateElapsed')} className={classes.time}>
      {elapsedWords(dictation.recorded())}
    </span>
  )
}

/** A note on why the dictation did not become text. The recording is kept. */
export function DictationNote() {
  const dictation = useDictation()
  return dictation === null ? null : <DictationTrouble dictation={dictation} />
}

/** A note on why a given dictation did not become text, with the possible actions. */
export function DictationTrouble({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation()
  const state = dictation.useState()
  if (state.stage !== 'failed') return null
  return (
    <Note
      className={classes.note}
      onDismiss={dictation.dismiss}
      steps={
        <>
          {state.canRetry ? (
            <Button size="small" onClick={dictation.retry}>
              {t('steps.retry')}
            </Button>
          ) : null}
          {state.isKept ? (
            <Button size="small" onClick={dictation.show}>
              {t('reading.showTranscripts')}
            </Button>
          ) : null}
        </>
      }
    >
      {state.why} {state.isKept ? t('reading.dictateKept') : null}
    </Note>
  )
}
