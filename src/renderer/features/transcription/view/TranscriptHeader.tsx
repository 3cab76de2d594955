import { Copy, Eraser, MessageCircle, Pencil, Redo2, Replace, RotateCw, Undo2 } from 'lucide-react'
import type { Transcript, TranscriptSummary } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { TitleField } from '../../../components/forms/TitleField.tsx'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { copyText } from '../../../components/words/clipboard.ts'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { languageName } from '../../../components/words/language-names.ts'
import { useLanguage, useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'
import { redoEdit, undoEdit } from '../edit/edit-actions.ts'
import { plainText } from '../export/chat-text.ts'
import { deleteTranscripts, renameTranscript } from '../library/library-actions.ts'
import { useCompleteness } from '../library/use-completeness.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './TranscriptView.module.css'

/** The transcript's title, facts and actions. */
export function TranscriptHeader({ transcript }: { transcript: Transcript }) {
  const { t } = useTranslation()
  const mod = useModKey()
  const { summary } = transcript
  const editing = useTranscription((state) => state.titleEditing)
  const icon = { size: 17, strokeWidth: 1.75 } as const
  return (
    <header className={classes.bar}>
      <div className={classes.names}>
        {editing ? (
          <TitleField
            label={t('transcription.title')}
            className={classes.titleField}
            title={summary.title}
            onDone={(title) => void renameTranscript(summary.id, title)}
          />
        ) : (
          <>
            <h2 className={classes.title}>
              <Button
                kind="plain"
                title={t('transcription.rename')}
                onClick={() => useTranscription.setState({ titleEditing: true })}
              >
                <Line text={summary.title} />
              </Button>
            </h2>
            <About summary={summary} untimed={isUntimed(transcript)} />
          </>
        )}
      </div>
      <Button
        kind="icon"
        disabled={!transcript.canUndo}
        aria-label={t('transcription.undo')}
        title={`${t('transcription.undo')} (${mod}+Z)`}
        onClick={undoEdit}
      >
        <Undo2 {...icon} />
      </Button>
      <Button
        kind="icon"
        disabled={!transcript.canRedo}
        aria-label={t('transcription.redo')}
        title={`${t('transcription.redo')} (${mod}+${t('shortcuts.shift')}+Z)`}
        onClick={redoEdit}
      >
        <Redo2 {...icon} />
      </Button>
      <Button size="small" onClick={() => useTranscription.setState({ exporting: [summary.id] })}>
        {t('transcription.export')}
      </Button>
      <HeaderMenu transcript={transcript} />
    </header>
  )
}

function HeaderMenu({ transcript }: { transcript: Transcript }) {
  const { t } = useTranslation()
  const { summary, segments } = transcript
  const copy = async () => {
    const copied = await copyText(plainText(segments, { times: false, speakers: true }))
    showToast(copied ? t('app.copied') : t('transcription.copyFailed'))
  }
  return (
    <MoreMenu>
      <MenuItem
        icon={Pencil}
        shortcut="renameTranscript"
        onPress={() => useTranscription.setState({ titleEditing: true })}
      >
        {t('transcription.rename')}
      </MenuItem>
      <MenuItem icon={Replace} shortcut="findInTranscript" onPress={() => useTranscription.setState({ finding: true })}>
        {t('transcription.findAndReplace')}
      </MenuItem>
      <MenuItem icon={Eraser} onPress={() => useTranscription.setState({ removingFillers: true })}>
        {t('transcription.fillers.open')}
      </MenuItem>
      <MenuItem icon={Copy} onPress={() => void copy()}>
        {t('transcription.copyText')}
      </MenuItem>
      <MenuItem icon={MessageCircle} onPress={() => useTranscription.setState({ sending: summary.id })}>
        {t('transcription.sendToChat')}
      </MenuItem>
      {summary.source === null ? null : (
        <MenuItem icon={RotateCw} onPress={() => useTranscription.setState({ repeating: true })}>
          {t('transcription.again')}
        </MenuItem>
      )}
      <ShowRequestItem itemId={summary.jobId} />
      <DeleteItem onPress={() => void deleteTranscripts([summary.id])}>{t('transcription.delete')}</DeleteItem>
    </MoreMenu>
  )
}

/** Returns true if the model gave no times at all. */
function isUntimed({ segments }: Transcript): boolean {
  return segments.length > 0 && segments.every(({ from }) => from === null)
}

function About({ summary, untimed }: { summary: TranscriptSummary; untimed: boolean }) {
  const { t } = useTranslation()
  const completeness = useCompleteness(summary)
  const language = useLanguage()
  const known = [
    summary.duration === null ? null : elapsedWords(summary.duration),
    summary.language === null ? null : languageName(summary.language, language),
    summary.model,
    untimed ? t('transcription.noTimes') : null,
  ].filter((words) => words !== null)
  return (
    <p className={classes.about}>
      {completeness === null ? null : <span className={classes.growing}>{completeness} · </span>}
      {known.join(' · ')}
    </p>
  )
}
