import { Eye, Redo2, Undo2 } from 'lucide-react'
import { pictureAccept } from '../../../../shared/picture-kinds.ts'
import { Button } from '../../../components/Button.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import layout from '../../../components/layout.module.css'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { redo, undo } from './editor-actions.ts'
import { useEditor, useSession } from './editor-store.ts'
import classes from './MaskEditor.module.css'
import { ToolButton } from './ToolButton.tsx'
import { ToolOptions } from './ToolOptions.tsx'

interface EditorHeaderProps {
  onLoad(file: File): void
  onSaveFile(): void
  onCancel(): void
  onDone(): void
}

/** Top bar: undo and redo, tool options, files, cancel and done. */
export function EditorHeader({ onLoad, onSaveFile, onCancel, onDone }: EditorHeaderProps) {
  const { t } = useTranslation()
  const session = useSession()
  const mod = useModKey()
  const mac = mod === '⌘'
  const files = useFilePick({
    accept: pictureAccept,
    label: t('mask.load'),
    onFiles: ([file]) => file !== undefined && onLoad(file),
  })
  const canUndo = useEditor((state) => state.canUndo)
  const canRedo = useEditor((state) => state.canRedo)
  const preview = useEditor((state) => state.preview)
  const busy = useEditor((state) => state.busy)
  const blocked = useEditor((state) => state.busy || state.asking)
  const empty = useEditor((state) => state.marked === 0)
  const key = (keys: string) => (mac ? `⌘${keys.replace('Shift+', '⇧')}` : `Ctrl+${keys}`)
  const spoken = (keys: string) => `${mac ? 'Meta' : 'Control'}+${keys}`
  return (
    <header className={classes.header}>
      <h2 className={classes.title}>{t('mask.title')}</h2>
      <ToolButton
        icon={Undo2}
        label={t('mask.undo')}
        hint={key('Z')}
        shortcut={spoken('Z')}
        disabled={blocked || !canUndo}
        onPress={() => undo(session)}
      />
      <ToolButton
        icon={Redo2}
        label={t('mask.redo')}
        hint={key('Shift+Z')}
        shortcut={spoken('Shift+Z')}
        disabled={blocked || !canRedo}
        onPress={() => redo(session)}
      />
      <ToolOptions />
      <span className={layout.fill} />
      <ToolButton
        icon={Eye}
        label={t('mask.preview')}
        hint="P"
        pressed={preview}
        onPress={() => session.store.setState({ preview: !preview })}
      />
      <MoreMenu width={240} disabled={blocked}>
        <MenuItem onPress={files.choose}>{t('mask.load')}</MenuItem>
        <MenuItem disabled={empty} onPress={onSaveFile}>
          {t('mask.saveFile')}
        </MenuItem>
      </MoreMenu>
      {files.input}
      <Button className={classes.way} disabled={blocked} onClick={onCancel}>
        {t('app.cancel')}
      </Button>
      <Button kind="primary" className={classes.way} disabled={blocked} onClick={onDone}>
        {busy ? t('mask.busy') : t('mask.done')}
      </Button>
    </header>
  )
}
