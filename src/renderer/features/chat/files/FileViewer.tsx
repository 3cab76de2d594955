import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '../../../../shared/attached-file.ts'
import { fileSliceMax } from '../../../../shared/attached-file-limits.ts'
import type { AppError } from '../../../../shared/errors.ts'
import { type TextEncoding, textEncodingNames, textEncodings } from '../../../../shared/text-encodings.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { useAfterClose } from '../../../components/window/after-close.ts'
import { LongText } from '../../../components/words/LongText.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { extendSelection } from '../state/shown-selection.ts'
import classes from './Files.module.css'
import { fileFacts } from './file-words.ts'
import { QuoteBar } from './QuoteBar.tsx'

interface FileViewerProps {
  readonly file: AttachedFile
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Reads the file again in another encoding; absent if it was sent. */
  readonly onDecode?: (encoding: TextEncoding) => void
}

/** The text of a file, exactly as it is sent. */
export function FileViewer({ file, isOpen, onClose, onDecode }: FileViewerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const afterClose = useAfterClose(isOpen)
  return (
    <Dialog opened={isOpen} onClose={onClose} size="wide" title={lineText(file.name)}>
      <p className={classes.about}>{`${fileFacts(t, language, file)} · ${t('files.asSent')}`}</p>
      {file.encoding === undefined ? null : onDecode === undefined ? (
        <p className={classes.about}>{t('files.readAs', { encoding: textEncodingNames[file.encoding] })}</p>
      ) : (
        <label className={classes.encoding}>
          {t('files.encoding')}
          <select
            value={file.encoding}
            onChange={(event) => {
              const chosen = textEncodings.find((one) => one === event.currentTarget.value)
              if (chosen !== undefined) onDecode(chosen)
            }}
          >
            {textEncodings.map((one) => (
              <option key={one} value={one}>
                {textEncodingNames[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      <Text
        key={file.textId}
        file={file}
        onQuote={(quote) => {
          afterClose(quote)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Text({ file: { name, textId }, onQuote }: { file: AttachedFile; onQuote: (quote: () => void) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState<string | null>(null)
  const [length, setLength] = useState(0)
  const [error, setError] = useState<AppError | null>(null)
  const shown = useRef<HTMLElement>(null)
  const more = async (before: string): Promise<void> => {
    const answer = await call('files.text', { textId, from: before.length, length: fileSliceMax })
    if (!answer.ok) return setError(answer.error)
    setText(before + answer.value.text)
    setLength(answer.value.length)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each text
  useEffect(() => void more(''), [textId])
  if (error !== null) return <p role="alert">{errorTitle(t, error)}</p>
  if (text === null) return <p role="status">{t('files.reading')}</p>
  return (
    <>
      <QuoteBar name={name} text={text} isWhole={text.length >= length} shown={shown} onQuote={onQuote} />
      <section
        ref={shown}
        className={classes.text}
        aria-label={t('files.text')}
        // a scroll region must be reachable by keyboard
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onKeyDown={selectByKey}
      >
        <LongText text={text} />
        {text.length < length ? (
          <Button kind="link" onClick={() => void more(text)}>
            {t('markdown.showMore', { count: length - text.length })}
          </Button>
        ) : null}
      </section>
    </>
  )
}

/** Shift and the arrow keys select text; Ctrl/⌘+A selects this text alone, not the window. */
function selectByKey(event: KeyboardEvent<HTMLElement>): void {
  const { altKey, ctrlKey, currentTarget, key, metaKey, shiftKey } = event
  const isMod = ctrlKey || metaKey
  if (shiftKey && extendSelection(currentTarget, key, isMod || altKey)) event.preventDefault()
  if (!isMod || altKey || shiftKey || key.toLowerCase() !== 'a') return
  event.preventDefault()
  document.getSelection()?.selectAllChildren(currentTarget)
}
