import { Brush, Contrast, Eraser, Hand, Lasso, PaintBucket, SquareDashed, Trash } from 'lucide-react'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { chooseTool, fillMask, invertMask } from './editor-actions.ts'
import { tools, useEditor, useSession } from './editor-store.ts'
import classes from './MaskEditor.module.css'
import { RectangleNumbers } from './RectangleNumbers.tsx'
import { ToolButton } from './ToolButton.tsx'

const icons = { brush: Brush, eraser: Eraser, rectangle: SquareDashed, lasso: Lasso, hand: Hand }
const keys = { brush: 'B', eraser: 'E', rectangle: 'R', lasso: 'L', hand: 'H' }

/** The tools, and the actions on the whole mask. */
export function ToolBar() {
  const { t } = useTranslation()
  const session = useSession()
  const chosen = useEditor((state) => state.tool)
  const busy = useEditor((state) => state.busy || state.asking)
  return (
    <div role="toolbar" aria-orientation="vertical" aria-label={t('mask.tools')} className={classes.tools}>
      {tools.map((tool) => (
        <ToolButton
          key={tool}
          icon={icons[tool]}
          label={t(`mask.tool.${tool}`)}
          hint={keys[tool]}
          pressed={tool === chosen}
          disabled={busy}
          onPress={() => chooseTool(session, tool)}
        />
      ))}
      <hr className={classes.rule} />
      <RectangleNumbers />
      <ToolButton
        icon={Contrast}
        label={t('mask.invert')}
        hint="I"
        disabled={busy}
        onPress={() => invertMask(session)}
      />
      <ToolButton
        icon={PaintBucket}
        label={t('mask.fill')}
        hint="A"
        disabled={busy}
        onPress={() => fillMask(session, 1)}
      />
      <ToolButton
        icon={Trash}
        label={t('mask.clear')}
        hint={t('mask.key.delete')}
        shortcut="Delete"
        disabled={busy}
        onPress={() => fillMask(session, 0)}
      />
    </div>
  )
}
