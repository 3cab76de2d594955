import { VisuallyHidden } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Star } from 'lucide-react'
import type { HistoryItem } from '../../../../shared/history.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import type { PictureShown } from '../../../components/pictures/pictures.ts'
import { Thumbnail } from '../../../components/pictures/Thumbnail.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { Marked } from '../../../components/words/Marked.tsx'
import { fromFirstHit } from '../../../components/words/marked-text.ts'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { kindIcons } from '../kind-icons.ts'
import classes from './Timeline.module.css'

/** Returns how a row shows the picture of its item. */
export function pictureShown({ id, width, height }: NonNullable<HistoryItem['picture']>): PictureShown {
  return { url: mediaUrl(id), width, height, side: 44 }
}

interface ItemLinesProps {
  readonly item: HistoryItem
  /** Folded words to highlight. */
  readonly words: readonly string[]
  /** An excerpt with a hit; null shows the item's own beginning. */
  readonly excerpt?: string | null
  /** Why the item was found; empty if that is obvious. */
  readonly why?: string
  /** Origin of the excerpt, such as its speaker. */
  readonly said?: string
}

/** An item's picture or icon, title, preview and time. */
export function ItemLines({ item, words, excerpt = null, said = '', why = '' }: ItemLinesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { key, title, preview, picture, pinned, state, tags } = item
  const Icon = kindIcons[key.kind]
  const line = excerpt ?? preview
  return (
    <>
      <VisuallyHidden>{t(`history.one.${key.kind}`)}: </VisuallyHidden>
      <span className={classes.sign} data-picture={picture === null ? undefined : ''} aria-hidden="true">
        {picture === null ? (
          <Icon size={18} strokeWidth={1.75} />
        ) : (
          <>
            <Thumbnail {...pictureShown(picture)} label="" />
            <span className={classes.badge}>
              <Icon size={11} strokeWidth={2} />
            </span>
          </>
        )}
      </span>
      <span className={classes.lines}>
        <span className={classes.top}>
          <b>
            <Marked text={title === '' ? t('history.untitled') : fromFirstHit(title, words, 60)} words={words} />
          </b>
          {pinned ? (
            <span className={classes.star}>
              <Star size={13} fill="currentColor" aria-hidden="true" />
              <VisuallyHidden>{key.kind === 'chat' ? t('chat.pinned') : t('history.isPinned')}</VisuallyHidden>
            </span>
          ) : null}
          <time dateTime={new Date(item.at).toISOString()}>{timeOf(language, item.at, Date.now())}</time>
        </span>
        <span className={classes.under}>
          {line === '' ? null : (
            <span className={classes.excerpt}>
              {said === '' ? null : (
                <em>
                  <Line text={said} />
                </em>
              )}
              <Marked text={fromFirstHit(line, words, 40)} words={words} />
            </span>
          )}
          {state === 'done' ? null : (
            <span className={classes.state} data-state={state}>
              {t(`history.states.${state}`)}
            </span>
          )}
          {why === '' ? null : <span className={classes.tag}>{why}</span>}
          <span className={classes.facts}>
            <Line text={factsOf(t, item).join(' · ')} />
          </span>
          {tags.map((tag) => (
            <span key={tag} className={classes.tag}>
              <Line text={tag} />
            </span>
          ))}
        </span>
      </span>
    </>
  )
}

/** Returns an item's facts in a few words. */
function factsOf(t: TFunction, { key, model, size, deletedAt }: HistoryItem): readonly string[] {
  const length = size === null ? '' : key.kind === 'chat' ? t('history.messages', { count: size }) : elapsedWords(size)
  const left = deletedAt === null ? '' : t('history.binLeft', { count: daysLeft(deletedAt, Date.now()) })
  return [model, length, left].filter((part) => part !== '')
}

const dayMs = 86_400_000
/** Days that items stay in the bin. */
const binDays = 30

function daysLeft(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((deletedAt + binDays * dayMs - now) / dayMs))
}
