import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { promptTitleMax } from '../../../../shared/prompt-limits.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import type { ShownPrompt } from '../../../platform/prompts/included-prompts.ts'
import { usePromptLibrary, usePrompts } from '../../../platform/prompts/prompts-store.ts'
import { LibraryBar } from './LibraryBar.tsx'
import { PromptForm } from './PromptForm.tsx'
import { PromptOffer } from './PromptOffer.tsx'
import { PromptRow } from './PromptRow.tsx'
import {
  deletePrompt,
  exportPrompts,
  type OfferedPrompts,
  readPrompts,
  savePrompts,
  showIncluded,
} from './prompt-actions.ts'
import { foundPrompts } from './prompt-rows.ts'

/** The library of prompts. */
export function PromptsPage() {
  const { t } = useTranslation()
  const prompts = usePrompts()
  const hasRemoved = usePromptLibrary(({ library }) => (library?.removed.length ?? 0) > 0)
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<Prompt | null>(null)
  const [offered, setOffered] = useState<OfferedPrompts | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const found = foundPrompts(prompts, query)
  const isNew = edited !== null && prompts.every(({ id }) => id !== edited.id)

  const save = async (list: readonly Prompt[]): Promise<boolean> => {
    const fault = await savePrompts(list)
    setError(fault)
    if (fault === null) setEdited(null)
    return fault === null
  }
  const duplicate = ({ text, title }: ShownPrompt) => {
    const copy = t('prompts.copyTitle', { title: title.slice(0, promptTitleMax - 10) })
    void save([{ id: crypto.randomUUID(), title: copy, text }])
  }
  const choose = async (file: File) => {
    const read = await readPrompts(file)
    if ('code' in read) return setError(read)
    setError(null)
    setOffered(read)
  }
  const form = (prompt: Prompt) => (
    <PromptForm
      key={prompt.id}
      prompt={prompt}
      onSave={(changed) => save([changed])}
      onCancel={() => setEdited(null)}
    />
  )
  return (
    <>
      <p className={pages.aside}>{t('prompts.intro')}</p>
      <LibraryBar
        search={t('prompts.search')}
        query={query}
        onQuery={setQuery}
        begin={t('prompts.new')}
        onBegin={() => setEdited({ id: crypto.randomUUID(), title: '', text: '' })}
        onImport={(file) => void choose(file)}
        onExport={prompts.length === 0 ? null : async () => setError(await exportPrompts(prompts))}
      />
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {offered === null ? null : (
        <PromptOffer
          offered={offered}
          present={prompts}
          onAdd={async (list) => {
            if (await save(list)) setOffered(null)
          }}
          onClose={() => setOffered(null)}
        />
      )}
      {isNew ? <section className={pages.card}>{form(edited)}</section> : null}
      {found.length === 0 ? (
        <p className={pages.aside}>{prompts.length === 0 ? t('prompts.none') : t('prompts.noMatch')}</p>
      ) : null}
      <ul className={pages.cards} aria-label={t('prompts.list')}>
        {found.map((prompt) => (
          <li key={prompt.id} className={pages.card}>
            {edited?.id === prompt.id ? (
              form(edited)
            ) : (
              <PromptRow
                prompt={prompt}
                onEdit={() => setEdited({ id: prompt.id, title: prompt.title, text: prompt.text })}
                onDuplicate={() => duplicate(prompt)}
                onDelete={async () => setError(await deletePrompt(prompt))}
              />
            )}
          </li>
        ))}
      </ul>
      {hasRemoved ? (
        <Button size="small" onClick={async () => setError(await showIncluded())}>
          {t('prompts.showIncluded')}
        </Button>
      ) : null}
    </>
  )
}
