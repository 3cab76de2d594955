import { useState } from 'react'
import { folded, searchWords } from '../../../../shared/folded-text.ts'
import type { Memory } from '../../../../shared/memories.ts'
import { memoriesMax, memorySentMax } from '../../../../shared/memory-limits.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'
import { sentMemories } from '../../../../shared/sent-memories.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { Note } from '../../../components/Note.tsx'
import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMemories, useSentMemory } from '../../../platform/memory-store.ts'
import classes from '../prompts/Prompts.module.css'
import { MemoryForm } from './MemoryForm.tsx'
import own from './MemoryPage.module.css'
import { MemoryRow } from './MemoryRow.tsx'
import { deleteMemory, type MemoryFault, saveMemories } from './memory-actions.ts'

const none: readonly Memory[] = []

/** The memory: the facts that go with chats. */
export function MemoryPage() {
  const { t } = useTranslation()
  const memories = useMemories((state) => state.memories) ?? none
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<Memory | null>(null)
  const [fault, setFault] = useState<MemoryFault | null>(null)
  const found = foundMemories(memories, query)
  const sent = new Set(sentMemories(memories).sent)
  const paused = memories.filter(({ isPaused }) => isPaused)
  const isNew = edited !== null && memories.every(({ id }) => id !== edited.id)

  const save = async (list: readonly Memory[]): Promise<void> => {
    const failed = await saveMemories(list)
    setFault(failed)
    if (failed === null) setEdited(null)
  }
  const form = (memory: Memory) => (
    <MemoryForm
      key={memory.id}
      memory={memory}
      onSave={(changed) => void save([changed])}
      onCancel={() => setEdited(null)}
    />
  )
  return (
    <>
      <p className={pages.aside}>{t('memory.intro')}</p>
      <SentLine memories={memories} />
      <div className={classes.bar}>
        <input
          type="search"
          className={classes.search}
          aria-label={t('memory.search')}
          placeholder={t('memory.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button
          kind="primary"
          size="small"
          onClick={() => setEdited({ id: crypto.randomUUID(), text: '', pinned: false, isPaused: false })}
        >
          {t('memory.new')}
        </Button>
        {paused.length === 0 ? null : (
          <Button size="small" onClick={() => void save(paused.map((memory) => ({ ...memory, isPaused: false })))}>
            {t('memory.useAll', { count: paused.length })}
          </Button>
        )}
      </div>
      <FaultNote fault={fault} onDismiss={() => setFault(null)} />
      {isNew ? <section className={pages.card}>{form(edited)}</section> : null}
      {found.length === 0 ? (
        <p className={pages.aside}>{memories.length === 0 ? t('memory.none') : t('memory.noMatch')}</p>
      ) : null}
      <ul className={pages.cards} aria-label={t('memory.list')}>
        {found.map((memory) => (
          <li key={memory.id} className={pages.card}>
            {edited?.id === memory.id ? (
              form(edited)
            ) : (
              <MemoryRow
                memory={memory}
                isLeft={!sent.has(memory)}
                onChange={(changed) => void save([changed])}
                onEdit={() => setEdited(memory)}
                onDelete={async () => setFault(await deleteMemory(memory))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shows what is sent with each chat, and turns the memory on or off. */
function SentLine({ memories }: { readonly memories: readonly Memory[] }) {
  const { t } = useTranslation()
  const isOn = useApp((state) => state.settings.memory)
  const text = useSentMemory({})
  const { left, sent } = sentMemories(memories)
  const tokens = Math.ceil(estimateTokens(text).tokens)
  const count = sent.length
  return (
    <Note
      tone="info"
      label={t('memory.setting')}
      className={own.note}
      steps={
        <Button size="small" onClick={() => void saveSettings({ memory: !isOn })}>
          {isOn ? t('memory.turnOff') : t('memory.turnOn')}
        </Button>
      }
    >
      <p>{!isOn ? t('memory.off') : count === 0 ? t('memory.sendsNone') : t('memory.sends', { count, tokens })}</p>
      {left === 0 ? null : <p>{t('memory.left', { count: left, max: memorySentMax })}</p>}
    </Note>
  )
}

interface FaultNoteProps {
  readonly fault: MemoryFault | null
  readonly onDismiss: () => void
}

function FaultNote({ fault, onDismiss }: FaultNoteProps) {
  const { t } = useTranslation()
  if (fault === null) return null
  if ('error' in fault)
    return <ErrorNote error={fault.error} place={{ where: 'other', hasText: false }} onDismiss={onDismiss} />
  return (
    <Note className={own.note} onDismiss={onDismiss}>
      {t(`memory.refused.${fault.refused}`, { max: memoriesMax })}
    </Note>
  )
}

/** Returns the facts with every word of a query. */
function foundMemories(memories: readonly Memory[], query: string): readonly Memory[] {
  const words = searchWords(query)
  return memories.filter(({ text }) => words.every((word) => folded(text).includes(word)))
}
