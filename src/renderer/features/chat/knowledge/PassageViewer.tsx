import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closePassage, useCitationStore } from './citations.ts'
import classes from './PassageViewer.module.css'
import { placeName } from './place-name.ts'

/** The document of a cited passage beside the chat, with the passage marked. Nothing while none is open. */
export function PassageViewer() {
  const { t } = useTranslation()
  const opened = useCitationStore((state) => state.opened)
  const region = useRef<HTMLElement>(null)
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (opened === null) return undefined
    const before = document.activeElement
    mark.current?.scrollIntoView({ block: 'start' })
    region.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [opened])
  if (opened === null) return null
  const { after, before, citation, state } = opened
  return (
    <aside
      ref={region}
      className={classes.viewer}
      aria-label={t('knowledge.viewer')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        closePassage()
      }}
    >
      <header className={classes.top}>
        <h2 className={classes.title}>{placeName(t, citation.place)}</h2>
        <IconButton icon={X} iconSize={16} words={t('app.close')} onClick={closePassage} />
      </header>
      {state === 'same' ? null : (
        <p className={classes.note} role="status">
          {t(state === 'gone' ? 'knowledge.sourceGone' : 'knowledge.sourceChanged')}
        </p>
      )}
      {/* a scroller must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div className={classes.text} tabIndex={0}>
        {before}
        <mark ref={mark} className={classes.mark}>
          {citation.quote}
        </mark>
        {after}
      </div>
    </aside>
  )
}
