import { Checkbox } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Retrieval } from '../../../../shared/knowledge.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { sendComposer } from '../actions/answer-actions.ts'
import { needsResults, searchWeb, toggleResult, useWebResults } from '../actions/web-results.ts'
import classes from '../knowledge/Knowledge.module.css'
import { composerKey, useChat } from '../state/chat-store.ts'
import { useComposerEmpty } from '../state/composer-empty.ts'
import { placeName } from '../state/place-name.ts'
import { useMessageTarget } from '../state/target.ts'

/** Length of a result that is shown, in UTF-16 units: about two lines. */
const excerptMax = 180

/** Web results that would be sent with the message, for a model that calls no tools; each can be left out. */
export function WebStrip() {
  const { t } = useTranslation()
  const { connection, model } = useMessageTarget()
  const key = useChat(composerKey)
  const isEmpty = useComposerEmpty((state) => state.empty)
  const { error, isSearching, key: of, retrieval } = useWebResults()
  const [isNeeded, setNeeded] = useState(false)
  const connectionId = connection?.id ?? null
  useEffect(() => {
    const targets = connectionId === null || model === '' ? [] : [{ connectionId, model }]
    return whenAnswered(needsResults(targets), setNeeded)
  }, [connectionId, model])
  if (!isNeeded) return null
  if (of === key && error !== null)
    return (
      <ErrorNote error={error} place={{ where: 'other', hasText: false }}>
        <Button size="small" onClick={() => void searchWeb(true)}>
          {t('web.again')}
        </Button>
        <Button size="small" onClick={() => void sendComposer(['no results'])}>
          {t('web.without')}
        </Button>
      </ErrorNote>
    )
  if (of === key && isSearching)
    return (
      <p className={`${classes.strip} ${layout.quiet}`} role="status">
        {t('web.searching')}
      </p>
    )
  if (of === key && retrieval !== null) return <Results retrieval={retrieval} />
  if (isEmpty) return null
  return (
    <div className={classes.strip}>
      <p className={layout.quiet}>
        <Unbroken text={t('web.firstHint', { model: lineText(model, 60) })} />
      </p>
      <Button size="small" onClick={() => void searchWeb(false)}>
        {t('web.searchFirst')}
      </Button>
    </div>
  )
}

function Results({ retrieval: { passages } }: { readonly retrieval: Retrieval }) {
  const { t } = useTranslation()
  const unchecked = useWebResults((state) => state.unchecked)
  const [isOpen, setOpen] = useState(true)
  const sent = passages.length - unchecked.size
  return (
    <div className={classes.strip}>
      {passages.length === 0 ? (
        <p className={layout.quiet} role="status">
          {t('web.nothing')}
        </p>
      ) : (
        <Button kind="link" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={14} aria-hidden="true" />
          <span aria-live="polite">
            {unchecked.size === 0
              ? t('web.results', { count: sent })
              : t('web.resultsOf', { count: sent, all: passages.length })}
          </span>
        </Button>
      )}
      {isOpen && passages.length > 0 ? (
        <fieldset className={classes.passages} aria-label={t('web.resultsTitle')}>
          {passages.map(({ place, text }, index) => (
            <Checkbox
              // biome-ignore lint/suspicious/noArrayIndexKey: the results of a search never move
              key={index}
              size="xs"
              checked={!unchecked.has(index)}
              onChange={() => toggleResult(index)}
              label={placeName(t, place)}
              description={
                <span className={classes.excerpt}>
                  {text.length > excerptMax ? `${text.slice(0, excerptMax).trimEnd()}…` : text}
                </span>
              }
              classNames={{ labelWrapper: classes.label ?? '' }}
            />
          ))}
        </fieldset>
      ) : null}
      <Button size="small" onClick={() => void searchWeb(true)}>
        {t('web.again')}
      </Button>
    </div>
  )
}
