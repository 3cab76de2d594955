import { memo } from 'react'
import { wordPlaces } from '../../../../shared/folded-text.ts'
import { Tick } from '../../../components/lists/Tick.tsx'
import { Marked } from '../../../components/words/Marked.tsx'
import { fromFirstHit } from '../../../components/words/marked-text.ts'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { idOf, stopId } from '../item-id.ts'
import type { Stop } from '../search.ts'
import { openStop, reach } from '../search-actions.ts'
import { pressItem } from '../selection-actions.ts'
import { ItemFrame } from '../timeline/ItemFrame.tsx'
import { ItemLines } from '../timeline/ItemLines.tsx'
import classes from '../timeline/Timeline.module.css'

interface ResultRowProps {
  readonly stop: Stop
  readonly at: number
  readonly words: readonly string[]
  readonly active: boolean
  readonly selecting: boolean
  /** True if its item is selected. */
  readonly selected: boolean
}

/** An item with its first hit, or a further hit of the same item. */
export const ResultRow = memo(
  ResultRowView,
  (a, b) =>
    a.stop.key === b.stop.key &&
    a.stop.found === b.stop.found &&
    a.at === b.at &&
    a.active === b.active &&
    a.selecting === b.selecting &&
    a.selected === b.selected &&
    a.words === b.words,
)

function ResultRowView({ stop, at, words, active, selecting, selected }: ResultRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { found, hit, head } = stop
  // the title shows only the beginning of a prompt
  const inTitle = wordPlaces(found.item.title, words).length > 0
  const prompt = inTitle ? undefined : found.hits.find(({ part }) => part === 'prompt')
  const reason = (hit ?? found.hits[0])?.why
  const why = reason === undefined ? '' : t(`history.meaning.why.${reason}`)
  const option = (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focused parent handles keys
    <div
      id={stopId(at)}
      role="option"
      // while selecting, this marks selected rows; otherwise the row that Enter opens
      aria-selected={selecting ? selected : active}
      data-active={active || undefined}
      data-selected={selected || undefined}
      className={head ? classes.row : classes.more}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => active || reach(at)}
      onClick={(event) => pressItem(event, idOf(found.item.key), () => openStop(stop))}
    >
      {head ? (
        <>
          {selecting ? <Tick on={selected} /> : null}
          <ItemLines item={found.item} words={words} excerpt={hit?.text ?? prompt?.text ?? null} why={why} />
        </>
      ) : hit === null ? null : (
        <>
          <span className={classes.excerpt}>
            <Marked text={fromFirstHit(hit.text, words, 40)} words={words} />
          </span>
          {why === '' ? null : <span className={classes.tag}>{why}</span>}
          <time dateTime={new Date(hit.at).toISOString()} title={t(`history.hit.${hit.part}`)}>
            {timeOf(language, hit.at, Date.now())}
          </time>
        </>
      )}
    </div>
  )
  return (
    <div role="presentation" className={classes.place}>
      {head ? (
        <ItemFrame item={found.item} place={null}>
          {option}
        </ItemFrame>
      ) : (
        option
      )}
    </div>
  )
}
