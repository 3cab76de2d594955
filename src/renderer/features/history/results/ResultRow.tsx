import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { wordPlaces } from '../../../../shared/folded-text.ts'
import { useLanguage } from '../../../app/app-store.ts'
import { Marked } from '../../../components/Marked.tsx'
import { fromFirstHit } from '../../../components/marked-text.ts'
import { timeOf } from '../../../components/time-words.ts'
import type { Stop } from '../search.ts'
import { openStop, reach } from '../search-actions.ts'
import { ItemLines } from '../timeline/ItemLines.tsx'
import classes from '../timeline/Timeline.module.css'
import { stopId } from './result-ids.ts'

interface ResultRowProps {
  readonly stop: Stop
  readonly at: number
  readonly words: readonly string[]
  readonly active: boolean
}

/** An item with the first thing that was found in it, or one more thing of the same item. */
export const ResultRow = memo(
  ResultRowView,
  (a, b) =>
    a.stop.key === b.stop.key &&
    a.stop.found === b.stop.found &&
    a.at === b.at &&
    a.active === b.active &&
    a.words === b.words,
)

function ResultRowView({ stop, at, words, active }: ResultRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { found, hit, head } = stop
  // a prompt is longer than what the title shows of it
  const inTitle = wordPlaces(found.item.title, words).length > 0
  const prompt = inTitle ? undefined : found.hits.find(({ part }) => part === 'prompt')
  return (
    <div className={classes.place}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are handled by the search field that holds the focus */}
      <div
        id={stopId(at)}
        role="option"
        aria-selected={active}
        data-active={active || undefined}
        className={head ? classes.row : classes.more}
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={() => active || reach(at)}
        onClick={() => openStop(stop)}
      >
        {head ? (
          <ItemLines item={found.item} words={words} excerpt={hit?.text ?? prompt?.text ?? null} />
        ) : hit === null ? null : (
          <>
            <span className={classes.excerpt}>
              <Marked text={fromFirstHit(hit.text, words, 40)} words={words} />
            </span>
            <time dateTime={new Date(hit.at).toISOString()} title={t(`history.hit.${hit.part}`)}>
              {timeOf(language, hit.at, Date.now())}
            </time>
          </>
        )}
      </div>
    </div>
  )
}
