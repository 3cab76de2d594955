import { useState } from 'react'
import type { Recipe } from '../../../../shared/recipe.ts'
import { recipeNameMax, recipeStepsMax } from '../../../../shared/recipe-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useModels } from '../../../platform/models-store.ts'
import { newStep, type RecipeDraft, recipeOfDraft, type StepDraft } from './recipe-draft.ts'
import { StepFields } from './StepFields.tsx'

interface RecipeFormProps {
  readonly draft: RecipeDraft
  readonly onSave: (recipe: Recipe) => void
  readonly onCancel: () => void
}

/** A form for a recipe and its steps. */
export function RecipeForm({ draft: first, onCancel, onSave }: RecipeFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(first)
  // the usual models of the steps come with these
  useModels((state) => state.catalogues)
  useApp((state) => state.connections)
  const { name, steps } = draft
  const recipe = recipeOfDraft(draft)
  const setSteps = (next: readonly StepDraft[]): void =>
    setDraft({
      ...draft,
      // a recording comes first
      steps: next.map((step, at) => (at > 0 && step.kind === 'transcribe' ? { ...step, kind: 'write' } : step)),
    })
  const moved = (at: number): readonly StepDraft[] => {
    const others = steps.filter((_, index) => index !== at)
    return [...others.slice(0, at - 1), ...steps.slice(at, at + 1), ...others.slice(at - 1)]
  }
  return (
    <Form
      aria-label={first.name === '' ? t('recipes.new') : t('recipes.editOf', { name: first.name })}
      className={layout.stack}
      isReady={recipe !== null}
      onSend={() => recipe !== null && onSave(recipe)}
    >
      <TextField
        label={t('recipes.name')}
        autoFocus
        maxLength={recipeNameMax}
        value={name}
        onText={(text) => setDraft({ ...draft, name: text })}
      />
      {steps.map((step, at) => (
        <StepFields
          key={step.key}
          step={step}
          number={at + 1}
          onChange={(change) => setSteps(steps.map((one) => (one.key === step.key ? { ...one, ...change } : one)))}
          onMoveUp={at === 0 ? null : () => setSteps(moved(at))}
          onRemove={steps.length === 1 ? null : () => setSteps(steps.filter(({ key }) => key !== step.key))}
        />
      ))}
      <div className={pages.actions}>
        <Button kind="primary" size="small" type="submit" disabled={recipe === null}>
          {t('recipes.save')}
        </Button>
        <Button
          size="small"
          disabled={steps.length >= recipeStepsMax}
          onClick={() => setSteps([...steps, newStep('write')])}
        >
          {t('recipes.addStep')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </Form>
  )
}
