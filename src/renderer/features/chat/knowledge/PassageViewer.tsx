import { useEffect, useRef } from 'react'
import type { OpenedCitation } from '../../../../shared/knowledge.ts'
import { SidePane } from '../../../components/window/SidePane.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { placeName } from '../state/place-name.ts'
import { closePassage, useCitationStore } from './citations.ts'
import classes from './PassageViewer.module.css'

/** The document of a cited passage next to the chat, with the passage marked; nothing while none is open. */
export function PassageViewer() {
  const { t } = useTranslation()
  const opened = useCitationStore((state) => state.opened)
  if (opened === null) return null
  return (
    <SidePane label={t('knowledge.viewer')} title={placeName(t, opened.citation.place)} onClose={closePassage}>
      <Passage opened={opened} />
    </SidePane>
  )
}

function Passage({ opened }: { readonly opened: OpenedCitation }) {
  const { t } = useTranslation()
  const mark = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every passage is shown from its start
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'start' })
  }, [opened])
  const { after, before, citation, state } = opened
  return (
    <>
      {state === 'same' ? null : (
        <p className={classes.note} role="status">
          {t(state === 'gone' ? 'knowledge.sourceGone' : 'knowledge.sourceChanged')}
        </p>
      )}
      {/* a scroll region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div className={classes.text} tabIndex={0}>
        {before}
        <mark ref={mark} className={classes.mark}>
          {citation.quote}
        </mark>
        {after}
      </div>
    </>
  )
}
