import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { Recipe } from '../../../../shared/recipe.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { Note } from '../../../components/Note.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { type Offered, useRecipes } from '../../../platform/recipes-store.ts'
import { RecipeCard } from './RecipeCard.tsx'
import { RecipeForm } from './RecipeForm.tsx'
import classes from './Recipes.module.css'
import { RunCard } from './RunCard.tsx'
import { RunDialog } from './RunDialog.tsx'
import { deleteRecipe, saveRecipe } from './recipe-actions.ts'
import { draftOf, isFor, newStep, type RecipeDraft } from './recipe-draft.ts'

const none: readonly Recipe[] = []

/** A recipe about to run, and the files dropped on it. */
interface Asking {
  readonly recipe: Recipe
  readonly files: readonly File[]
}

/** The recipes, and their runs. */
export function RecipesPage() {
  const { t } = useTranslation()
  const recipes = useRecipes((state) => state.recipes) ?? none
  const { offered, runs } = useRecipes()
  const [edited, setEdited] = useState<RecipeDraft | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const isNew = edited !== null && recipes.every(({ id }) => id !== edited.id)

  const save = async (recipe: Recipe): Promise<void> => {
    const fault = await saveRecipe(recipe)
    setError(fault)
    if (fault === null) setEdited(null)
  }
  const begin = (first: Offered['step']): void => {
    const step = first === null ? newStep('transcribe') : newStep(first.kind, first.model, first.prompt)
    // a transcript is rarely the end, a changed picture may be
    const steps = step.kind === 'image' ? [step] : [step, newStep('write')]
    setEdited({ id: crypto.randomUUID(), name: '', steps })
  }
  const form = (draft: RecipeDraft) => (
    <RecipeForm key={draft.id} draft={draft} onSave={(recipe) => void save(recipe)} onCancel={() => setEdited(null)} />
  )
  return (
    <>
      <p className={pages.aside}>{t('recipes.intro')}</p>
      {offered === null ? null : (
        <OfferNote
          offered={offered}
          isTaken={recipes.some(({ steps }) => isFor(steps, offered))}
          onKeep={() => begin(offered.step)}
        />
      )}
      <div className={classes.bar}>
        <Button kind="primary" size="small" onClick={() => begin(null)}>
          {t('recipes.new')}
        </Button>
      </div>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {isNew ? <section className={pages.card}>{form(edited)}</section> : null}
      {recipes.length === 0 && !isNew ? <p className={pages.aside}>{t('recipes.none')}</p> : null}
      <ul className={pages.cards} aria-label={t('recipes.list')}>
        {recipes.map((recipe) => (
          <li key={recipe.id} className={pages.card}>
            {edited?.id === recipe.id ? (
              form(edited)
            ) : (
              <RecipeCard
                recipe={recipe}
                onRun={(files) => setAsking({ recipe, files })}
                onEdit={() => setEdited(draftOf(recipe))}
                onDelete={async () => setError(await deleteRecipe(recipe))}
              />
            )}
          </li>
        ))}
      </ul>
      {runs.length === 0 ? null : (
        <>
          <h3 className={classes.heading}>{t('recipes.runs')}</h3>
          <ul className={pages.cards} aria-label={t('recipes.runs')}>
            {runs.map((run) => (
              <li key={run.id} className={pages.card}>
                <RunCard run={run} />
              </li>
            ))}
          </ul>
        </>
      )}
      {asking === null ? null : <RunDialog {...asking} offered={offered} onClose={() => setAsking(null)} />}
    </>
  )
}

interface OfferNoteProps {
  readonly offered: Offered
  /** True if some recipe can run on it. */
  readonly isTaken: boolean
  readonly onKeep: () => void
}

/** Names the result of another panel that a recipe can run on. */
function OfferNote({ isTaken, offered, onKeep }: OfferNoteProps) {
  const { t } = useTranslation()
  return (
    <Note
      tone="info"
      label={t(`recipes.offer.${offered.kind}`)}
      className={classes.note}
      onDismiss={() => useRecipes.setState({ offered: null })}
      steps={
        offered.step === null ? null : (
          <Button size="small" onClick={onKeep}>
            {t('recipes.keep')}
          </Button>
        )
      }
    >
      <p>{t(isTaken ? 'recipes.offered' : 'recipes.offeredNone', { name: offered.name })}</p>
    </Note>
  )
}
