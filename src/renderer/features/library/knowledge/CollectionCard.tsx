import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { Collection } from '../../../../shared/knowledge.ts'
import { Button } from '../../../components/Button.tsx'
import { TitleField } from '../../../components/forms/TitleField.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { loadCollections } from '../../../platform/knowledge-store.ts'
import { FolderDialog } from './FolderDialog.tsx'
import { ItemsDialog } from './ItemsDialog.tsx'
import classes from './Knowledge.module.css'
import { addFiles, changeKnowledge, deleteCollection, type RefusedFile, removeSource } from './knowledge-actions.ts'
import { SourceRow } from './SourceRow.tsx'

interface CollectionCardProps {
  readonly collection: Collection
  readonly onError: (error: AppError | null) => void
}

/** One collection with its sources and actions. */
export function CollectionCard({ collection, onError }: CollectionCardProps) {
  const { t } = useTranslation()
  const { id, name, sources } = collection
  const [isRenaming, setRenaming] = useState(false)
  const [asksPath, setAsksPath] = useState<string | null>(null)
  const [choosesItems, setChoosesItems] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const take = async (chosen: readonly File[]): Promise<void> => {
    const outcome = await addFiles(id, chosen)
    setRefused(outcome.refused)
    onError(outcome.error)
  }
  const files = useFilePick({ multiple: true, onFiles: (chosen) => void take(chosen) })
  const chooseFolder = async (sourceId: string): Promise<void> => {
    const answer = await call('knowledge.addFolder', { collectionId: id, sourceId, path: null })
    await loadCollections()
    if (answer.ok && answer.value === 'ask') setAsksPath(sourceId)
    onError(answer.ok ? null : answer.error)
  }
  const rename = async (title: string): Promise<void> => {
    setRenaming(false)
    if (title.trim() !== '' && title.trim() !== name)
      onError(await changeKnowledge('knowledge.rename', { id, name: title.trim() }))
  }

  return (
    <section
      className={pages.card}
      aria-label={name}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        void take([...event.dataTransfer.files])
      }}
    >
      <div className={pages.cardTop}>
        {isRenaming ? (
          <TitleField
            label={t('knowledge.renameOf')}
            title={name}
            className={classes.rename}
            onDone={(title) => void rename(title)}
          />
        ) : (
          <b className={pages.name}>
            <Line text={name} />
          </b>
        )}
      </div>
      {sources.length === 0 ? (
        <div className={pages.hint}>{t('knowledge.noSources')}</div>
      ) : (
        <ul className={classes.sources} aria-label={t('knowledge.sourcesOf', { name })}>
          {sources.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              onRemove={(called) => void removeSource(source, called).then(onError)}
              onReadAgain={() => void changeKnowledge('knowledge.readAgain', { id: source.id }).then(onError)}
              onChooseAgain={() => void chooseFolder(source.id)}
            />
          ))}
        </ul>
      )}
      {refused.map((file) => (
        <p key={file.name} role="alert" className={classes.trouble}>
          {t('knowledge.refused', { name: file.name, why: t(`knowledge.problem.${file.problem}`) })}
        </p>
      ))}
      {files.input}
      <fieldset className={pages.actions} aria-label={t('settings.actionsOf', { name })}>
        <Button size="small" onClick={files.choose}>
          {t('knowledge.addFiles')}
        </Button>
        <Button size="small" onClick={() => void chooseFolder(crypto.randomUUID())}>
          {t('knowledge.addFolder')}
        </Button>
        <Button size="small" onClick={() => setChoosesItems(true)}>
          {t('knowledge.addItems')}
        </Button>
        <Button size="small" onClick={() => setRenaming(true)}>
          {t('knowledge.rename')}
        </Button>
        <Button size="small" onClick={() => void deleteCollection(id, name).then(onError)}>
          {t('knowledge.delete')}
        </Button>
      </fieldset>
      {asksPath === null ? null : (
        <FolderDialog collectionId={id} sourceId={asksPath} onClose={() => setAsksPath(null)} />
      )}
      {choosesItems ? (
        <ItemsDialog collection={collection} onError={onError} onClose={() => setChoosesItems(false)} />
      ) : null}
    </section>
  )
}
