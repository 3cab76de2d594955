import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { collectionNameMax } from '../../../../shared/knowledge-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { CollectionCard } from './CollectionCard.tsx'
import classes from './Knowledge.module.css'
import { changeKnowledge } from './knowledge-actions.ts'

/** All collections with their sources. */
export function KnowledgePage() {
  const { t } = useTranslation()
  const collections = useCollections((state) => state.collections)
  const [name, setName] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const create = async (): Promise<void> => {
    const fault = await changeKnowledge('knowledge.create', { id: crypto.randomUUID(), name: name.trim() })
    setError(fault)
    if (fault === null) setName('')
  }
  return (
    <>
      <p className={pages.aside}>{t('knowledge.pageHint')}</p>
      {collections === null ? <p className={pages.aside}>{t('knowledge.loading')}</p> : null}
      {collections?.length === 0 ? <p className={pages.aside}>{t('knowledge.none')}</p> : null}
      <div className={pages.cards}>
        {(collections ?? []).map((collection) => (
          <CollectionCard key={collection.id} collection={collection} onError={setError} />
        ))}
      </div>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      <Form className={classes.create} isReady={name.trim() !== ''} onSend={() => void create()}>
        <TextField
          label={t('knowledge.create')}
          placeholder={t('knowledge.namePlaceholder')}
          maxLength={collectionNameMax}
          value={name}
          onText={setName}
        />
        <Button kind="primary" type="submit" disabled={name.trim() === ''}>
          {t('knowledge.save')}
        </Button>
      </Form>
    </>
  )
}
