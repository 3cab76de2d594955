import { FolderClosed } from 'lucide-react'
import type { Parameters } from '../../../../shared/chat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { lineText } from '../../../platform/line-text.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Folders.module.css'

const FolderGapsNote = lazyComponent(async () => (await import('../late-parts.ts')).FolderGapsNote)

/** A label in the header with the folder whose settings a chat began with; nothing if it took none. */
export function FolderSign({ parameters: { folder, system } }: { readonly parameters: Parameters }) {
  const { t } = useTranslation()
  // earlier versions took only instructions from a folder, which the user may have removed
  if (folder === undefined || (folder.id === undefined && system.trim() === '')) return null
  const words = t('folders.begunWith', { name: lineText(folder.name) })
  return (
    <span className={classes.sign} title={words}>
      <FolderClosed size={14} aria-hidden="true" />
      <span>{words}</span>
    </span>
  )
}

/** Lines in an empty chat with the folder that it will be in, and with what is missing of the folder's settings. */
export function NewFolderLine() {
  const { t } = useTranslation()
  const folder = useChat((state) => state.newFolder)
  const hasSettings = useChat(({ newParameters }) => newParameters.folder !== undefined)
  if (folder === null) return null
  const name = lineText(folder.name)
  return (
    <>
      <p className={classes.newLine}>
        <FolderClosed size={14} aria-hidden="true" />
        {hasSettings ? t('folders.beginsWith', { name }) : t('folders.begins', { name })}
      </p>
      {hasSettings ? <FolderGapsNote folderId={folder.id} /> : null}
    </>
  )
}
