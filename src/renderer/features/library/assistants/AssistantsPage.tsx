import { useState } from 'react'
import type { Assistant } from '../../../../shared/assistants.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { AppError } from '../../../../shared/errors.ts'
import { folded } from '../../../../shared/folded-text.ts'
import { assistantNameMax } from '../../../../shared/prompt-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useAssistantLibrary, useAssistants } from '../../../platform/prompts/assistants-store.ts'
import type { ShownAssistant } from '../../../platform/prompts/included-assistants.ts'
import { LibraryBar } from '../prompts/LibraryBar.tsx'
import { AssistantForm } from './AssistantForm.tsx'
import { AssistantOffer } from './AssistantOffer.tsx'
import { AssistantRow } from './AssistantRow.tsx'
import {
  deleteAssistant,
  exportAssistants,
  type OfferedAssistants,
  readAssistants,
  saveAssistants,
  showIncluded,
} from './assistant-actions.ts'

/** The assistants that chats can start with. */
export function AssistantsPage() {
  const { t } = useTranslation()
  const assistants = useAssistants()
  const hasRemoved = useAssistantLibrary(({ library }) => (library?.removed.length ?? 0) > 0)
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<Assistant | null>(null)
  const [offered, setOffered] = useState<OfferedAssistants | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const wanted = folded(query).trim()
  const found = assistants.filter(({ description, name, parameters }) =>
    folded(`${name}\n${description}\n${parameters.system}`).includes(wanted),
  )
  const isNew = edited !== null && assistants.every(({ id }) => id !== edited.id)

  const save = async (list: readonly Assistant[]): Promise<boolean> => {
    const fault = await saveAssistants(list)
    setError(fault)
    if (fault === null) setEdited(null)
    return fault === null
  }
  const duplicate = ({ isIncluded: _, ...assistant }: ShownAssistant) => {
    const name = t('prompts.copyTitle', { title: assistant.name.slice(0, assistantNameMax - 10) })
    void save([{ ...assistant, id: crypto.randomUUID(), name }])
  }
  const choose = async (file: File) => {
    const read = await readAssistants(file)
    if ('code' in read) return setError(read)
    setError(null)
    setOffered(read)
  }
  const form = (assistant: Assistant) => (
    <AssistantForm
      key={assistant.id}
      assistant={assistant}
      onSave={(changed) => save([changed])}
      onCancel={() => setEdited(null)}
    />
  )
  const begin = () => {
    const empty = { name: '', sign: '✦', description: '', connectionId: null, model: '' }
    setEdited({ ...empty, id: crypto.randomUUID(), parameters: defaultParameters })
  }
  return (
    <>
      <p className={pages.aside}>{t('assistants.intro')}</p>
      <LibraryBar
        search={t('assistants.search')}
        query={query}
        onQuery={setQuery}
        begin={t('assistants.new')}
        onBegin={begin}
        onImport={(file) => void choose(file)}
        onExport={assistants.length === 0 ? null : async () => setError(await exportAssistants(assistants))}
      />
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {offered === null ? null : (
        <AssistantOffer
          offered={offered}
          present={assistants}
          onAdd={async (list) => {
            if (await save(list)) setOffered(null)
          }}
          onClose={() => setOffered(null)}
        />
      )}
      {isNew ? <section className={pages.card}>{form(edited)}</section> : null}
      {found.length === 0 ? (
        <p className={pages.aside}>{assistants.length === 0 ? t('assistants.none') : t('assistants.noMatch')}</p>
      ) : null}
      <ul className={pages.cards} aria-label={t('assistants.list')}>
        {found.map((assistant) => (
          <li key={assistant.id} className={pages.card}>
            {edited?.id === assistant.id ? (
              form(edited)
            ) : (
              <AssistantRow
                assistant={assistant}
                onEdit={() => {
                  const { isIncluded: _, ...own } = assistant
                  setEdited(own)
                }}
                onDuplicate={() => duplicate(assistant)}
                onDelete={async () => setError(await deleteAssistant(assistant))}
              />
            )}
          </li>
        ))}
      </ul>
      {hasRemoved ? (
        <Button size="small" onClick={async () => setError(await showIncluded())}>
          {t('assistants.showIncluded')}
        </Button>
      ) : null}
    </>
  )
}
