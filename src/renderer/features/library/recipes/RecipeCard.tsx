import type { Recipe } from '../../../../shared/recipe.ts'
import { recipeFilesMax } from '../../../../shared/recipe-limits.ts'
import { Button } from '../../../components/Button.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { useFileDrop } from '../../../components/window/DropOverlay.tsx'
import { type Dropped, droppedOf, filesOfDrop } from '../../../components/window/dropped.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import classes from './Recipes.module.css'

interface RecipeCardProps {
  readonly recipe: Recipe
  readonly onRun: (files: readonly File[]) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** A recipe in the list, with its actions. Files dropped on it are offered to it. */
export function RecipeCard({ recipe, onDelete, onEdit, onRun }: RecipeCardProps) {
  const { t } = useTranslation()
  const name = lineText(recipe.name)
  const take = async (dropped: readonly Dropped[]): Promise<void> => {
    const files: File[] = []
    for await (const { file } of filesOfDrop(dropped, () => undefined)) {
      files.push(file)
      // one more says that there are too many
      if (files.length > recipeFilesMax) break
    }
    if (files.length > 0) onRun(files)
  }
  const drop = useFileDrop((data) => void take(droppedOf(data)))
  return (
    <section aria-label={name} className={drop.dragging ? classes.dragged : undefined} {...drop.handlers}>
      <div className={pages.cardTop}>
        <b className={pages.name}>
          <Line text={recipe.name} />
        </b>
      </div>
      <p className={classes.chain}>
        {recipe.steps.map(({ kind, model }) => `${t(`recipes.short.${kind}`)} (${model})`).join(' → ')}
      </p>
      <div className={pages.actions}>
        <Button size="small" aria-haspopup="dialog" aria-label={t('recipes.runOf', { name })} onClick={() => onRun([])}>
          {t('recipes.run')}
        </Button>
        <Button size="small" aria-label={t('recipes.editOf', { name })} onClick={onEdit}>
          {t('recipes.edit')}
        </Button>
        <Button size="small" aria-label={t('recipes.deleteOf', { name })} onClick={onDelete}>
          {t('recipes.delete')}
        </Button>
      </div>
    </section>
  )
}
