import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { HistoryFilter, HistoryItem } from '../../../../shared/history.ts'
import { everything } from '../../../../shared/history-query.ts'
import type { Collection } from '../../../../shared/knowledge.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { TextField } from '../../../components/forms/TextField.tsx'
import { watchHistorySearch } from '../../../components/lists/history-search.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Knowledge.module.css'
import { changeKnowledge } from './knowledge-actions.ts'

/** Items listed at once; a search finds the others. */
const listedMax = 100
/** Debounce of the search, in ms. */
const pauseMs = 150
const filter: HistoryFilter = { ...everything, kinds: ['chat', 'transcript'] }

interface ItemsDialogProps {
  readonly collection: Collection
  readonly onError: (error: AppError | null) => void
  readonly onClose: () => void
}

/** A dialog to choose chats and transcripts for a collection. */
export function ItemsDialog({ collection, onClose, onError }: ItemsDialogProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [items, setItems] = useState<readonly HistoryItem[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, HistoryItem>>(new Map())
  const inIt = new Set(collection.sources.map(({ itemId }) => itemId))
  useEffect(() => {
    if (query.trim() !== '')
      return watchHistorySearch({
        text: query,
        filter,
        limit: listedMax,
        pauseMs,
        onAnswer: (answer) => setItems(answer.ok ? answer.value.items.map(({ item }) => item) : []),
      })
    let isCurrent = true
    void newestItems().then((found) => isCurrent && setItems(found))
    return () => {
      isCurrent = false
    }
  }, [query])
  const toggle = (item: HistoryItem): void => {
    const next = new Map(chosen)
    if (!next.delete(item.key.id)) next.set(item.key.id, item)
    setChosen(next)
  }
  const add = async (): Promise<void> => {
    const wanted = [...chosen.values()].flatMap(({ key }) =>
      key.kind === 'chat' || key.kind === 'transcript'
        ? [{ sourceId: crypto.randomUUID(), kind: key.kind, itemId: key.id }]
        : [],
    )
    onClose()
    onError(await changeKnowledge('knowledge.addItems', { collectionId: collection.id, items: wanted }))
  }
  const listed = (items ?? []).filter(({ key }) => !inIt.has(key.id))
  return (
    <Dialog onClose={onClose} title={t('knowledge.itemsTitle')}>
      <TextField
        aria-label={t('knowledge.itemsSearch')}
        placeholder={t('knowledge.itemsSearch')}
        spellCheck={false}
        maxLength={500}
        value={query}
        data-autofocus
        onText={setQuery}
      />
      {items !== null && listed.length === 0 ? <p className={dialog.text}>{t('knowledge.itemsNone')}</p> : null}
      <fieldset className={classes.items} aria-label={t('knowledge.itemsList')}>
        {listed.map((item) => (
          <Checkbox
            key={item.key.id}
            checked={chosen.has(item.key.id)}
            onChange={() => toggle(item)}
            label={item.title === '' ? t('knowledge.untitled') : item.title}
            description={item.key.kind === 'chat' ? t('knowledge.kind.chat') : t('knowledge.kind.transcript')}
          />
        ))}
      </fieldset>
      <DialogFoot onCancel={onClose}>
        <Button kind="primary" disabled={chosen.size === 0} onClick={() => void add()}>
          {chosen.size === 0 ? t('knowledge.itemsChoose') : t('knowledge.itemsAdd', { count: chosen.size })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

async function newestItems(): Promise<readonly HistoryItem[]> {
  const answer = await call('history.list', { filter, offset: 0, limit: listedMax })
  return answer.ok ? answer.value.items : []
}
