import { Download, ListChecks, MessageCircle, Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { searchWords } from '../../../../shared/folded-text.ts'
import type { ListedTranscript } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { RowTitleField } from '../../../components/forms/RowTitleField.tsx'
import { Tick } from '../../../components/lists/Tick.tsx'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { Marked } from '../../../components/words/Marked.tsx'
import { fromFirstHit } from '../../../components/words/marked-text.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'
import { deleteTranscripts, renameTranscript, toggleSelected } from './library-actions.ts'
import classes from './TranscriptRow.module.css'
import { useCompleteness } from './use-completeness.ts'

interface TranscriptRowProps {
  readonly transcript: ListedTranscript
  readonly query: string
  readonly current: boolean
  readonly focusable: boolean
  readonly renaming: boolean
  readonly selecting: boolean
  readonly selected: boolean
  readonly onOpen: (event: React.MouseEvent) => void
}

export const TranscriptRow = memo(
  TranscriptRowView,
  (a, b) =>
    // onOpen is a new function each time, but has the same effect for the same transcript
    a.transcript === b.transcript &&
    a.query === b.query &&
    a.current === b.current &&
    a.focusable === b.focusable &&
    a.renaming === b.renaming &&
    a.selecting === b.selecting &&
    a.selected === b.selected,
)

function TranscriptRowView(props: TranscriptRowProps) {
  const { transcript, query, current, focusable, renaming, selecting, selected, onOpen } = props
  const { t } = useTranslation()
  const [menu, setMenu] = useState(false)
  const { id, title } = transcript
  const words = searchWords(query)
  if (renaming) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see LibraryList
      <div role="listitem" className={classes.item}>
        <RowTitleField
          label={t('transcription.title')}
          title={title}
          row={`[data-transcript="${CSS.escape(id)}"]`}
          onDone={(name) => void renameTranscript(id, name)}
        />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see LibraryList
    <div role="listitem" className={classes.item}>
      <Button
        kind="row"
        className={classes.row}
        data-transcript={id}
        data-selected={selected || undefined}
        aria-pressed={selecting ? selected : undefined}
        aria-current={current ? 'true' : undefined}
        tabIndex={focusable ? 0 : -1}
        onClick={onOpen}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenu(true)
        }}
      >
        {selecting ? (
          <span className={classes.tick}>
            <Tick on={selected} />
          </span>
        ) : null}
        <span className={classes.top}>
          <b>
            <Marked text={title} words={words} />
          </b>
          {transcript.duration === null ? null : (
            <span className={classes.length}>{elapsedWords(transcript.duration)}</span>
          )}
        </span>
        <span className={classes.start}>
          <About transcript={transcript} words={words} />
        </span>
      </Button>
      <MoreMenu
        opened={menu}
        onChange={setMenu}
        words={t('transcription.actionsOf', { title })}
        size="small"
        className={classes.menu}
        tabIndex={focusable ? 0 : -1}
      >
        <RowItems id={id} />
      </MoreMenu>
    </div>
  )
}

function RowItems({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <>
      <MenuItem icon={Pencil} onPress={() => useTranscription.setState({ renaming: id })}>
        {t('transcription.rename')}
      </MenuItem>
      <MenuItem icon={Download} onPress={() => useTranscription.setState({ exporting: [id] })}>
        {t('transcription.export')}
      </MenuItem>
      <MenuItem icon={MessageCircle} onPress={() => useTranscription.setState({ sending: id })}>
        {t('transcription.sendToChat')}
      </MenuItem>
      <MenuItem icon={ListChecks} onPress={() => toggleSelected(id, false)}>
        {t('transcription.select')}
      </MenuItem>
      <DeleteItem onPress={() => void deleteTranscripts([id])}>{t('transcription.delete')}</DeleteItem>
    </>
  )
}

interface AboutProps {
  readonly transcript: ListedTranscript
  /** Folded words to highlight. */
  readonly words: readonly string[]
}

/** The missing parts of a transcript, or its first words, or the excerpt with a hit. */
function About({ transcript, words }: AboutProps) {
  const completeness = useCompleteness(transcript)
  const text = transcript.hit?.text ?? transcript.start
  if (completeness !== null && words.length === 0) return <Line text={completeness} />
  return text === '' ? <Line text={transcript.model} /> : <Marked text={fromFirstHit(text, words)} words={words} />
}
