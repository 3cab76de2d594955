import { ownAbility } from '../../../../shared/model-abilities.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'
import type { RecipeStep } from '../../../../shared/recipe.ts'
import { type PictureProblem, stepsWithPicture } from '../../../../shared/recipe-picture.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useModels } from '../../../platform/models-store.ts'
import classes from './Recipes.module.css'

interface PictureNotesProps {
  readonly steps: readonly RecipeStep[]
  readonly problem: PictureProblem | null
}

/** Says why a recipe cannot run on a picture, or which of its models probably sees none. */
export function PictureNotes({ problem, steps }: PictureNotesProps) {
  const { t } = useTranslation()
  const abilities = useApp((state) => state.settings.modelAbilityOf)
  const catalogues = useModels((state) => state.catalogues)
  if (problem !== null)
    return (
      <p className={classes.refused} role="alert">
        {t(`recipes.lacks.${problem.lacks}`, { number: problem.position + 1 })}
      </p>
    )
  const position = stepsWithPicture(steps).findIndex(({ connectionId, kind, model }) => {
    const sees = ownAbility(abilities, model, 'sees')
    const listed = (catalogues[connectionId]?.models ?? []).map(({ id }) => id)
    return kind === 'write' && (sees === 'no' || (sees === null && isKnownBlind(model, listed)))
  })
  const model = steps[position]?.model
  return model === undefined ? null : (
    <p className={classes.refused} role="status">
      {t('recipes.blind', { number: position + 1, model })}
    </p>
  )
}
