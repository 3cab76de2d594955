import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from '../Sidebar.module.css'
import { useTranscription } from '../transcription-store.ts'
import { searchLibrary } from './library-actions.ts'

const pauseMs = 200

/** A field that searches titles and texts of the transcripts. */
export function LibrarySearch() {
  const { t } = useTranslation()
  const query = useTranscription((state) => state.query)
  const [text, setText] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (text.trim() === query) return undefined
    const timer = setTimeout(() => searchLibrary(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, query])
  return (
    <input
      autoComplete="off"
      ref={field}
      type="search"
      className={classes.search}
      aria-label={t('transcription.searchField')}
      placeholder={t('transcription.searchField')}
      maxLength={500}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Escape') return
        event.preventDefault()
        searchLibrary('')
        useTranscription.setState({ searching: false })
      }}
    />
  )
}
