import type { TFunction } from 'i18next'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useModels } from '../../../platform/models-store.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { editFolder } from '../actions/folder-actions.ts'
import { useFolders } from '../actions/folders-store.ts'
import { type FolderGaps, folderGaps } from '../state/folder-gaps.ts'
import { folderStart } from '../state/folder-start.ts'
import { useTarget } from '../state/target.ts'
import classes from './Folders.module.css'

/** Says what is missing of a folder's settings, and leads to them; nothing if all is there. */
export function FolderGapsNote({ folderId }: { readonly folderId: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const folders = useFolders((state) => state.folders)
  const connections = useApp((state) => state.connections.connections)
  const catalogues = useModels((state) => state.catalogues)
  const tools = useTools((state) => state.tools)
  const collections = useCollections((state) => state.collections)
  const standard = useTarget().connection?.id ?? null
  const folder = folders.find(({ id }) => id === folderId)
  if (folder === undefined) return null
  const gaps = folderGaps(folderStart(folder, folders), {
    connections: connections.map(({ id }) => id),
    standard,
    modelsOf: (connectionId) => catalogues[connectionId]?.models.map(({ id }) => id),
    tools: tools.map(({ id }) => id),
    collections: collections?.map(({ id }) => id) ?? null,
  })
  if (gaps === null) return null
  const list = new Intl.ListFormat(language).format(gapWords(t, gaps))
  return (
    <Note
      tone="quiet"
      className={classes.gaps}
      steps={
        <Button size="small" onClick={() => editFolder(folder)}>
          {t('folders.edit')}
        </Button>
      }
    >
      {t('folders.gaps', { list })}
    </Note>
  )
}

function gapWords(t: TFunction, { collections, connection, model, tools }: FolderGaps): readonly string[] {
  return [
    ...(connection ? [t('folders.gapConnection')] : []),
    ...(model === null ? [] : [t('folders.gapModel', { model: lineText(model, 60) })]),
    ...(tools === 0 ? [] : [t('folders.gapTools', { count: tools })]),
    ...(collections === 0 ? [] : [t('folders.gapCollections', { count: collections })]),
  ]
}
