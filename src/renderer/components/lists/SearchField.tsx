import { useEffect, useRef, useState } from 'react'
import classes from './list-bar.module.css'

/** Debounce of the search, in ms. */
const pauseMs = 200

interface SearchFieldProps {
  readonly label: string
  readonly query: string
  readonly onSearch: (query: string) => void
  /** Called when the field is left empty, or by Esc. */
  readonly onClose: () => void
}

/** A search field in the bar of a list. */
export function SearchField({ label, query, onSearch, onClose }: SearchFieldProps) {
  const [text, setText] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  const search = useRef(onSearch)
  search.current = onSearch
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (text.trim() === query.trim()) return undefined
    const timer = setTimeout(() => search.current(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, query])
  const close = () => {
    if (query !== '') onSearch('')
    onClose()
  }
  return (
    <input
      autoComplete="off"
      ref={field}
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={500}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        if (text.trim() === '') close()
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    />
  )
}
