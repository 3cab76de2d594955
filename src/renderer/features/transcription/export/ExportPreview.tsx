import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type { ExportFormat, SubtitleRules } from '../../../../shared/transcript.ts'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { soundErrorWords } from '../tell-error.ts'
import classes from './Export.module.css'

/** Most characters previewed; copying takes everything. */
const shownMax = 20_000
const pauseMs = 120

interface ExportPreviewProps {
  readonly ids: readonly string[]
  readonly formats: readonly ExportFormat[]
  readonly rules: SubtitleRules
}

/** Preview of the file, for the first transcript. */
export function ExportPreview({ ids, formats, rules }: ExportPreviewProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ExportFormat | null>(null)
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const transcriptId = ids[0]
  const format = chosen !== null && formats.includes(chosen) ? chosen : (formats[0] ?? null)

  useEffect(() => {
    if (transcriptId === undefined || format === null) return undefined
    let current = true
    const timer = setTimeout(async () => {
      const answer = await call('transcripts.text', { transcriptId, format, rules })
      if (!current) return
      setText(answer.ok ? answer.value.text : null)
      setError(answer.ok ? null : answer.error)
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [transcriptId, format, rules])

  if (format === null) return <p className={classes.none}>{t('transcription.formatFirst')}</p>
  return (
    <section className={classes.preview} aria-label={t('transcription.preview')}>
      <header>
        {formats.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === format}
            onClick={() => {
              setChosen(each)
              setText(null)
            }}
          >
            {each.toUpperCase()}
          </button>
        ))}
        <span />
        <CopyButton text={() => text ?? ''} label={t('transcription.copyFormat', { format: format.toUpperCase() })} />
      </header>
      <pre
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
