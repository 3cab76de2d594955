import { Popover } from '@mantine/core'
import { ListTree } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { jumpTo, readQuestion } from '../actions/jump.ts'
import { matchingQuestions, showOutline, useOutline } from '../state/outline-store.ts'
import classes from './Reading.module.css'

/** Most questions listed at once; typing finds the others. */
const listedMax = 500

/** A popover with the user's messages of the shown branch; choosing one jumps to it. */
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
        <Questions conversationId={conversationId} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Questions({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation()
  const list = useId()
  const [questions, setQuestions] = useState<CallOutput<'chat.questions'> | null>(null)
  const [search, setSearch] = useState('')
  const [current] = useState(readQuestion)
  const [at, setAt] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      whenAnswered(call('chat.questions', { conversationId }), (answer) => {
        setQuestions(answer.ok ? answer.value : [])
      }),
    [conversationId],
  )

  const matching = matchingQuestions(questions ?? [], search)
  // if there are very many, shows those around the current one
  const place = Math.max(
    0,
    matching.findIndex(({ id }) => id === current),
  )
  const from = Math.max(0, Math.min(place - listedMax / 2, matching.length - listedMax))
  const shown = matching.slice(from, from + listedMax)
  const chosen = Math.min(at ?? Math.max(0, place - from), shown.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the choice or the list changes
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, questions, search])
  const jump = (id: string | undefined) => {
    if (id === undefined) return
    showOutline(false)
    // the popover returns the focus first
    requestAnimationFrame(() => void jumpTo(id, true))
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + 8, PageUp: chosen - 8 }[event.key]
    if (to !== undefined) setAt(Math.max(0, Math.min(to, shown.length - 1)))
    else if (event.key === 'Enter') jump(shown[chosen]?.id)
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
        {shown.map(({ id, number, text }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as in every combobox
          <div
            key={id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            data-current={id === current || undefined}
            className={classes.question}
            onClick={() => jump(id)}
          >
            <span>{number}</span>
            <span>{lineText(text) || t('saving.emptyMessage')}</span>
          </div>
        ))}
      </div>
      {questions !== null && shown.length === 0 ? (
        <p className={classes.none}>{t(search === '' ? 'reading.outlineEmpty' : 'reading.outlineNone')}</p>
      ) : null}
    </>
  )
}
