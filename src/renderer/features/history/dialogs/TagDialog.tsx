import { TagsInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { HistoryKey } from '../../../../shared/history.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { knownItem, tagItems, titleOf } from '../item-actions.ts'
import { loadFacets } from '../list-actions.ts'
import { commonTags, tagChanges } from './tags.ts'

/** A dialog to edit the tags of an item, or to add tags to many items. */
export function TagDialog() {
  const { t } = useTranslation()
  const tagging = useHistory((state) => state.tagging)
  const close = () => useHistory.setState({ tagging: null })
  const [first] = tagging ?? []
  const title = first === undefined ? '' : titleOf(knownItem(first))
  return (
    <Dialog
      opened={tagging !== null}
      onClose={close}
      title={t('history.tagTitle', { count: tagging?.length ?? 0, title })}
    >
      {tagging === null ? null : <TagForm items={tagging} onDone={close} />}
    </Dialog>
  )
}

function TagForm({ items, onDone }: { items: readonly HistoryKey[]; onDone: () => void }) {
  const { t } = useTranslation()
  const known = useHistory((state) => state.facets?.tags)
  const [before] = useState(() => commonTags(items.map(knownItem).filter((item) => item !== null)))
  const [tags, setTags] = useState<readonly string[]>(before)
  const [typed, setTyped] = useState('')
  useEffect(() => void loadFacets(), [])
  const save = async () => {
    // typed text that was not added counts as a tag too
    const { add, remove } = tagChanges(before, [...tags, typed])
    if (await tagItems(items, add, remove)) onDone()
  }
  return (
    <Form onSend={() => void save()}>
      <TagsInput
        data-autofocus
        label={t('history.tagField')}
        description={items.length === 1 ? t('history.tagHint') : t('history.tagHintMany')}
        data={(known ?? []).map(({ value }) => value)}
        value={[...tags]}
        onChange={setTags}
        // an open list of suggestions would cover the buttons
        openOnFocus={false}
        searchValue={typed}
        onSearchChange={setTyped}
        maxTags={20}
        maxLength={60}
        comboboxProps={{ withinPortal: true }}
      />
      <DialogFoot onCancel={onDone} submit={t('app.save')} />
    </Form>
  )
}
