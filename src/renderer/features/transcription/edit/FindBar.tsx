import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'
import { noSegments, useTranscription } from '../transcription-store.ts'
import classes from './EditBars.module.css'
import { changeSegments } from './edit-actions.ts'
import { findHits, replaceAll, replaceHit } from './find-replace.ts'
import { focusSegment, showSegment } from './segment-actions.ts'

/** A bar that finds and replaces text in the transcript. */
export function FindBar() {
  const { t } = useTranslation()
  const segments = useTranscription((state) => state.open?.segments ?? noSegments)
  const search = useTranscription((state) => state.search)
  const hitAt = useTranscription((state) => state.hitAt)
  const quiet = useTranscription((state) => state.foundInLibrary)
  const [by, setBy] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const hits = useMemo(() => findHits(segments, search), [segments, search])
  const at = Math.min(hitAt, Math.max(0, hits.length - 1))
  const hit = hits[at]

  useEffect(() => {
    // the focus stays in the library, where the user may open the next transcript
    if (quiet) return
    field.current?.focus()
    field.current?.select()
  }, [quiet])

  useEffect(() => {
    useTranscription.setState({ currentHit: hit ?? null })
  }, [hit])

  const look = (next: number) => {
    if (hits.length === 0) return
    const place = (next + hits.length) % hits.length
    useTranscription.setState({ hitAt: place })
    const found = hits[place]
    if (found !== undefined) showSegment(found.segmentId)
  }
  const searchFor = (change: Partial<typeof search>) => {
    const next = { ...search, ...change }
    useTranscription.setState({ search: next, hitAt: 0 })
    const [first] = findHits(segments, next)
    if (first !== undefined) showSegment(first.segmentId)
  }
  const close = () => {
    useTranscription.setState({ finding: false, foundInLibrary: false })
    if (hit !== undefined) focusSegment(hit.segmentId)
  }
  const replaceOne = () => {
    if (hit === undefined) return
    changeSegments((before) => replaceHit(before, hit, by))
    // the replaced hit is gone, unless the new text matches again
    const left = findHits(useTranscription.getState().open?.segments ?? noSegments, search)
    const next = left.findIndex((other) => other.segmentId === hit.segmentId && other.start >= hit.start + by.length)
    const place = next >= 0 ? next : Math.min(at, Math.max(0, left.length - 1))
    useTranscription.setState({ hitAt: place })
    const found = left[place]
    if (found !== undefined) showSegment(found.segmentId)
  }
  const replaceEvery = () => {
    const count = hits.length
    if (changeSegments((before) => replaceAll(before, search, by))) {
      showToast(t('transcription.replaced', { count }))
    }
  }
  return (
    <search
      className={classes.find}
      aria-label={t('transcription.findAndReplace')}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <div className={classes.group}>
        <input
          autoComplete="off"
          ref={field}
          className={classes.field}
          aria-label={t('transcription.find')}
          placeholder={t('transcription.find')}
          spellCheck={false}
          maxLength={500}
          value={search.query}
          onChange={(event) => searchFor({ query: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Enter') return
            event.preventDefault()
            look(event.shiftKey ? at - 1 : at + 1)
          }}
        />
        <Button
          kind="icon"
          className={classes.case}
          aria-pressed={search.matchCase}
          aria-label={t('transcription.matchCase')}
          title={t('transcription.matchCase')}
          onClick={() => searchFor({ matchCase: !search.matchCase })}
        >
          Aa
        </Button>
        <span className={classes.hits} role="status">
          {search.query === ''
            ? ''
            : hits.length === 0
              ? t('transcription.noHits')
              : t('transcription.hitOf', { index: at + 1, count: hits.length })}
        </span>
        <IconButton
          icon={ChevronUp}
          words={t('transcription.hitBefore')}
          iconSize={16}
          size="small"
          disabled={hits.length === 0}
          onClick={() => look(at - 1)}
        />
        <IconButton
          icon={ChevronDown}
          words={t('transcription.hitNext')}
          iconSize={16}
          size="small"
          disabled={hits.length === 0}
          onClick={() => look(at + 1)}
        />
      </div>
      <div className={classes.group}>
        <input
          autoComplete="off"
          className={classes.field}
          aria-label={t('transcription.replaceBy')}
          placeholder={t('transcription.replaceBy')}
          maxLength={500}
          value={by}
          onChange={(event) => setBy(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Enter') return
            event.preventDefault()
            replaceOne()
          }}
        />
        <Button size="small" disabled={hit === undefined} onClick={replaceOne}>
          {t('transcription.replace')}
        </Button>
        <Button size="small" disabled={hit === undefined} onClick={replaceEvery}>
          {t('transcription.replaceAll')}
        </Button>
      </div>
      <IconButton
        icon={X}
        words={t('app.close')}
        iconSize={16}
        size="small"
        className={classes.close}
        onClick={close}
      />
    </search>
  )
}
