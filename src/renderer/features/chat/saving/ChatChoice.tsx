import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Conversation } from '../../../../shared/chat.ts'
import { savedChatsMax } from '../../../../shared/saving-limits.ts'
import { TextField } from '../../../components/forms/TextField.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Saving.module.css'

/** Chats listed at once; a search finds the others. */
const listedMax = 100
/** Debounce of the search, in ms. */
const pauseMs = 150

interface ChatChoiceProps {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/** A list to choose chats by their titles. */
export function ChatChoice({ chosen, onChoose }: ChatChoiceProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [listed, setListed] = useState<readonly Conversation[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const answer = await call('chat.list', { query, offset: 0, limit: listedMax })
      if (isCurrent && answer.ok) setListed(answer.value.conversations)
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query])
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <div>
      <TextField
        aria-label={t('saving.search')}
        placeholder={t('saving.search')}
        spellCheck={false}
        maxLength={500}
        value={query}
        onText={setQuery}
      />
      {listed?.length === 0 ? <p className={classes.hint}>{t('saving.none')}</p> : null}
      <fieldset className={classes.chats} aria-label={t('saving.list')}>
        {(listed ?? []).map(({ id, title }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            disabled={!chosen.has(id) && chosen.size >= savedChatsMax}
            onChange={() => toggle(id)}
            label={title === '' ? t('saving.untitled') : title}
          />
        ))}
      </fieldset>
    </div>
  )
}
