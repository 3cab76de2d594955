import { FileDown } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { SubtitleRules } from '../../../../shared/transcript.ts'
import { type ExportFormat, isSubtitle } from '../../../../shared/transcript-formats.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { appState } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { soundErrorWords } from '../tell-error.ts'
import classes from './Export.module.css'

/** Maximum number of characters previewed; copying takes everything. */
const shownMax = 20_000
const pauseMs = 120
/** How long a dragged file can be read, in ms. */
const dragMs = 300_000
const nothingLoaded = { file: null, error: null }

interface ExportPreviewProps {
  readonly ids: readonly string[]
  readonly formats: readonly ExportFormat[]
  readonly rules: SubtitleRules
  /** True if subtitles may not be exported yet: their times are estimated, and the user has not agreed. */
  readonly locked: boolean
  /** Saves the first transcript in one format. */
  readonly onSave: (format: ExportFormat) => void
}

interface FileHandleProps {
  readonly file: CallOutput<'transcripts.text'>
  readonly given: CallInput<'transcripts.startDrag'>
  readonly onSave: () => void
}

/** The answer of one format: its file, or why there is none. */
interface Loaded {
  readonly format: ExportFormat
  readonly file: CallOutput<'transcripts.text'> | null
  readonly error: AppError | null
}

/** True if the preview is the content of the file, which then can be copied and dragged out of a browser. */
const isText = (format: ExportFormat): boolean => format !== 'docx'

/** The file of the preview, to drag out of the window; a press saves it. */
function FileHandle({ file, given, onSave }: FileHandleProps) {
  const { t } = useTranslation()
  const isDragged = appState().info.shell === 'electron' || isText(given.format)
  const name = t(isDragged ? 'transcription.dragFile' : 'transcription.saveNamed', { name: file.name })
  const drag = (event: DragEvent) => {
    if (appState().info.shell === 'electron') {
      event.preventDefault()
      void call('transcripts.startDrag', given)
      return
    }
    const address = URL.createObjectURL(new Blob([file.text], { type: 'application/octet-stream' }))
    event.dataTransfer.setData('DownloadURL', `application/octet-stream:${file.name}:${address}`)
    event.dataTransfer.effectAllowed = 'copy'
    // the other program reads it after the drop
    setTimeout(() => URL.revokeObjectURL(address), dragMs)
  }
  return (
    <IconButton
      icon={FileDown}
      words={name}
      iconSize={15}
      size="small"
      draggable={isDragged}
      onDragStart={drag}
      onClick={onSave}
    />
  )
}

/** Preview of the file, for the first transcript. */
export function ExportPreview({ ids, formats, locked, rules, onSave }: ExportPreviewProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ExportFormat | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const transcriptId = ids[0]
  const format = chosen !== null && formats.includes(chosen) ? chosen : (formats[0] ?? null)
  // the file of another format is not shown in the meantime
  const { error, file } = loaded?.format === format ? loaded : nothingLoaded
  const text = file?.text ?? null

  useEffect(() => {
    if (transcriptId === undefined || format === null) return undefined
    let current = true
    const timer = setTimeout(async () => {
      const answer = await call('transcripts.text', { transcriptId, format, rules })
      if (!current) return
      setLoaded({ format, file: answer.ok ? answer.value : null, error: answer.ok ? null : answer.error })
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [transcriptId, format, rules])

  const held = locked && format !== null && isSubtitle(format)
  if (format === null) return <p className={classes.none}>{t('transcription.formatFirst')}</p>
  return (
    <section className={classes.preview} aria-label={t('transcription.preview')}>
      <header>
        {formats.map((each) => (
          <Button kind="plain" key={each} aria-pressed={each === format} onClick={() => setChosen(each)}>
            {each.toUpperCase()}
          </Button>
        ))}
        <span />
        {held || file === null || transcriptId === undefined ? null : (
          <FileHandle file={file} given={{ transcriptId, format, rules }} onSave={() => onSave(format)} />
        )}
        {held || !isText(format) ? null : (
          <CopyButton text={() => text ?? ''} label={t('transcription.copyFormat', { format: format.toUpperCase() })} />
        )}
      </header>
      <pre
        data-estimated={held || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard to be read
        tabIndex={0}
        aria-busy={text === null && error === null}
      >
        {error !== null ? soundErrorWords(error) : (text?.slice(0, shownMax) ?? '')}
        {text !== null && text.length > shownMax ? '…' : ''}
      </pre>
    </section>
  )
}
