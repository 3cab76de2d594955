import { FolderClosed } from 'lucide-react'
import type { Parameters } from '../../../../shared/chat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Folders.module.css'

/**
 * A label in the header with the folder whose instructions a chat began with; nothing if they come from no folder or
 * were removed.
 */
export function FolderSign({ parameters: { folder, system } }: { readonly parameters: Parameters }) {
  const { t } = useTranslation()
  if (folder === undefined || system.trim() === '') return null
  const words = t('folders.begunWith', { name: lineText(folder.name) })
  return (
    <span className={classes.sign} title={words}>
      <FolderClosed size={14} aria-hidden="true" />
      <span>{words}</span>
    </span>
  )
}

/** A line in an empty chat with the folder that it will be in. */
export function NewFolderLine() {
  const { t } = useTranslation()
  const folder = useChat((state) => state.newFolder)
  const hasInstructions = useChat(
    ({ newParameters }) => newParameters.folder !== undefined && newParameters.system.trim() !== '',
  )
  if (folder === null) return null
  const name = lineText(folder.name)
  return (
    <p className={classes.newLine}>
      <FolderClosed size={14} aria-hidden="true" />
      {hasInstructions ? t('folders.beginsWith', { name }) : t('folders.begins', { name })}
    </p>
  )
}
