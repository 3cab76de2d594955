import { Checkbox } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { FoundPassage } from '../../../../shared/knowledge.ts'
import { withoutMarkdown } from '../../../../shared/plain-markdown.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { sentences } from '../../../components/words/sentences.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { togglePassage, useRetrieval } from '../actions/retrieval.ts'
import { placeName } from '../state/place-name.ts'
import { useParameters } from '../state/use-parameters.ts'
import classes from './Knowledge.module.css'

/** Length of a passage's beginning that is shown initially, in UTF-16 units: about two lines. */
const excerptMax = 180

/** The passages of the chat's collections that would be sent with the draft; each can be left out. */
export function PassageStrip() {
  const { t } = useTranslation()
  const { retrieval, unchecked, wanted } = useRetrieval()
  const [isOpen, setOpen] = useState(false)
  const chosen = useParameters().knowledge?.collections ?? []
  const isUsed = useCollections((state) => state.collections?.some(({ id }) => chosen.includes(id))) ?? false
  if (!isUsed || wanted === null) return null
  if (retrieval === null) return <Status words={t('knowledge.finding')} />
  const { passages } = retrieval
  if (passages.length === 0) return <Status words={t('knowledge.nothing')} />
  const sent = passages.length - unchecked.size
  return (
    <div className={classes.strip}>
      <Button kind="link" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden="true" />
        <span aria-live="polite">
          {unchecked.size === 0
            ? t('knowledge.passages', { count: sent })
            : t('knowledge.passagesOf', { count: sent, all: passages.length })}
        </span>
      </Button>
      {isOpen ? (
        <fieldset className={classes.passages} aria-label={t('knowledge.passagesTitle')}>
          {passages.map((passage, index) => (
            <Checkbox
              // biome-ignore lint/suspicious/noArrayIndexKey: the passages of a retrieval never move
              key={index}
              size="xs"
              checked={!unchecked.has(index)}
              onChange={() => togglePassage(index)}
              label={placeName(t, passage.place)}
              description={<Excerpt passage={passage} />}
              classNames={{ labelWrapper: classes.label ?? '' }}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

function Status({ words }: { words: string }) {
  return (
    <div className={classes.strip}>
      <p className={layout.quiet} role="status">
        {words}
      </p>
    </div>
  )
}

/** Returns the beginning of a long excerpt, marked as shortened. */
function shortened(excerpt: string): string {
  return excerpt.length > excerptMax ? `${excerpt.slice(0, excerptMax).trimEnd()}…` : excerpt
}

/** The beginning of a passage, or all of it as it is sent. */
function Excerpt({ passage: { by, text } }: { passage: FoundPassage }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const excerpt = withoutMarkdown(text)
  return (
    <>
      <span className={isWhole ? classes.whole : classes.excerpt}>
        <span className={classes.by}>{sentences(t, t(`knowledge.by.${by}`), '')}</span>
        {isWhole ? text.trim() : shortened(excerpt)}
      </span>
      {excerpt.length > excerptMax || excerpt !== text.trim() ? (
        <Button kind="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('message.showLess') : t('message.showAll')}
        </Button>
      ) : null}
    </>
  )
}
