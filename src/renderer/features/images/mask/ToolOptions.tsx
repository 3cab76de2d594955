import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { brushSizeMax, brushSizeMin, clampBrushSize } from './brush-size.ts'
import { useEditor, useSession } from './editor-store.ts'
import classes from './MaskEditor.module.css'

/** Options of the chosen tool: brush size, or add and subtract. */
export function ToolOptions() {
  const tool = useEditor((state) => state.tool)
  switch (tool) {
    case 'brush':
    case 'eraser':
      return <BrushSize />
    case 'rectangle':
    case 'lasso':
      return <ShapeKind />
    case 'hand':
      return <span className={classes.options} />
    default:
      return tool satisfies never
  }
}

/** Positions of the slider. Sizes grow by a constant factor, as the eye perceives them. */
const positions = 100

function BrushSize() {
  const { t } = useTranslation()
  const { picture, store } = useSession()
  const size = useEditor((state) => state.brush)
  const span = Math.log(brushSizeMax(picture) / brushSizeMin)
  const position = Math.round((Math.log(size / brushSizeMin) / span) * positions)
  const choose = (next: number) => {
    const wanted = clampBrushSize(brushSizeMin * Math.exp((next / positions) * span), picture)
    // if sizes are coarser than positions, each key press must still change something
    const moved = next > position ? Math.max(size + 1, wanted) : Math.min(size - 1, wanted)
    if (next !== position) store.setState({ brush: clampBrushSize(moved, picture) })
  }
  return (
    <label className={classes.options} title={t('mask.sizeHint')}>
      <span className={classes.optionName}>{t('mask.size')}</span>
      <input
        type="range"
        className={classes.slider}
        min={0}
        max={positions}
        value={position}
        aria-valuetext={t('mask.pixels', { count: size })}
        aria-keyshortcuts="[ ]"
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <span className={classes.sizeNumber}>{t('mask.pixels', { count: size })}</span>
    </label>
  )
}

function ShapeKind() {
  const { t } = useTranslation()
  const { store, hooks } = useSession()
  const subtract = useEditor((state) => state.subtract)
  return (
    <fieldset className={classes.kinds} title={t('mask.subtractHint')}>
      <legend className={classes.unseen}>{t('mask.shapeKind')}</legend>
      {([false, true] as const).map((takes) => (
        <Button
          kind="plain"
          key={String(takes)}
          className={classes.kind}
          aria-pressed={subtract === takes}
          aria-keyshortcuts="X"
          onClick={(event) => {
            store.setState({ subtract: takes })
            if (event.detail > 0) hooks.focusCanvas()
          }}
        >
          {t(takes ? 'mask.subtract' : 'mask.add')}
        </Button>
      ))}
    </fieldset>
  )
}
