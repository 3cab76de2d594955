import { Popover } from '@mantine/core'
import { ListTree } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { jumpTo, readQuestion } from '../actions/jump.ts'
import { matchingEntries, type OutlineEntry, outlineEntries, showOutline, useOutline } from '../state/outline-store.ts'
import classes from './Reading.module.css'

/** Maximum number of entries listed at once; typing finds the others. */
const listedMax = 500

/**
 * A popover with the user's messages of the shown branch and the headings of long answers; choosing one jumps to it.
 */
export function OutlinePopover({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation()
  const titled = useTitled()
  const opened = useOutline((state) => state.opened)
  useEffect(() => () => showOutline(false), [])
  return (
    <Popover
      opened={opened}
      onDismiss={() => showOutline(false)}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconButton
          icon={ListTree}
          words={t('reading.outline')}
          aria-haspopup="dialog"
          title={titled(t('reading.outline'), 'questions')}
          onClick={() => showOutline(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.outline} aria-label={t('reading.outline')}>
        <Entries conversationId={conversationId} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Resolves to the current outline, which does not change while it is open. */
async function readOutline(conversationId: string): Promise<readonly OutlineEntry[]> {
  const [questions, headings] = await Promise.all([
    call('chat.questions', { conversationId }),
    call('chat.headings', { conversationId }),
  ])
  return outlineEntries(questions.ok ? questions.value : [], headings.ok ? headings.value : [])
}

function Entries({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation()
  const list = useId()
  const [entries, setEntries] = useState<readonly OutlineEntry[] | null>(null)
  const [search, setSearch] = useState('')
  const [current] = useState(readQuestion)
  const [at, setAt] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => whenAnswered(readOutline(conversationId), setEntries), [conversationId])

  const matching = matchingEntries(entries ?? [], search)
  // if there are very many, shows those around the current one
  const place = Math.max(
    0,
    matching.findIndex(({ key }) => key === current),
  )
  const from = Math.max(0, Math.min(place - listedMax / 2, matching.length - listedMax))
  const shown = matching.slice(from, from + listedMax)
  const chosen = Math.min(at ?? Math.max(0, place - from), shown.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the choice or the list changes
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, entries, search])
  const jump = (entry: OutlineEntry | undefined) => {
    if (entry === undefined) return
    showOutline(false)
    // the popover returns the focus first
    requestAnimationFrame(() => void jumpTo(entry.messageId, true, entry.kind === 'heading' ? entry.place : null))
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + 8, PageUp: chosen - 8 }[event.key]
    if (to !== undefined) setAt(Math.max(0, Math.min(to, shown.length - 1)))
    else if (event.key === 'Enter') jump(shown[chosen])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className={classes.filter}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown[chosen] === undefined ? undefined : `${list}-${chosen}`}
        aria-label={t('reading.outlineFilter')}
        placeholder={t('reading.outlineFilter')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={search}
        data-autofocus
        onKeyDown={keys}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div ref={box} id={list} role="listbox" aria-label={t('reading.outline')} className={classes.questions}>
        {shown.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as in every combobox
          <div
            key={entry.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            data-current={entry.key === current || undefined}
            data-level={entry.kind === 'heading' ? entry.level : undefined}
            className={classes.question}
            onClick={() => jump(entry)}
          >
            <span>{entry.kind === 'question' ? entry.number : null}</span>
            <span dir="auto">{lineText(entry.text) || t('saving.emptyMessage')}</span>
          </div>
        ))}
      </div>
      {entries !== null && shown.length === 0 ? (
        <p className={classes.none}>{t(search === '' ? 'reading.outlineEmpty' : 'reading.outlineNone')}</p>
      ) : null}
    </>
  )
}
