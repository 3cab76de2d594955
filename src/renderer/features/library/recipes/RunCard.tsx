import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { RecipeRun, RunStep } from '../../../../shared/recipe.ts'
import type { StepPrice } from '../../../../shared/recipe-price.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { openItem } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { FailedStep } from './FailedStep.tsx'
import classes from './Recipes.module.css'
import { deleteRun, resumeRun, stopRun } from './recipe-actions.ts'
import { priceWords } from './recipe-words.ts'
import { useStepPrices } from './use-step-prices.ts'

/** A run with its steps, their results, and the next action. */
export function RunCard({ run }: { run: RecipeRun }) {
  const { t } = useTranslation()
  const [error, setError] = useState<AppError | null>(null)
  const [recipeSteps, setRecipeSteps] = useState(() => run.steps.map(({ step }) => step))
  // a retry may have changed a model
  if (run.steps.some(({ step }, at) => step.model !== recipeSteps[at]?.model))
    setRecipeSteps(run.steps.map(({ step }) => step))
  const prices = useStepPrices(recipeSteps, null)
  const open = run.steps.findIndex(({ state }) => state !== 'done')
  const failed = run.status === 'attention' ? run.steps[open] : undefined
  const isHeld = run.status === 'stopped' || run.status === 'price' || run.status === 'budget'
  const isBegun = run.steps.some(({ state }) => state === 'running')
  const name = [run.inputName, run.name].filter((part) => part !== '').join(' · ')
  return (
    <section aria-label={lineText(name)} className={layout.closeStack}>
      <div className={pages.cardTop}>
        <b className={pages.name}>
          <Line text={name} />
        </b>
      </div>
      <p className={pages.hint} role="status">
        {t(`recipes.status.${run.status}`)}
      </p>
      <ol className={classes.steps} aria-label={t('recipes.stepsOf', { name: lineText(name) })}>
        {run.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and keep their order
          <StepRow key={at} step={step} number={at + 1} price={prices[at] ?? null} />
        ))}
      </ol>
      {failed === undefined ? null : (
        <FailedStep key={`${open} ${failed.attempts}`} run={run} position={open} step={failed} onError={setError} />
      )}
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      <div className={pages.actions}>
        {run.status === 'running' ? (
          <Button size="small" onClick={async () => setError(await stopRun(run))}>
            {t('recipes.stop')}
          </Button>
        ) : null}
        {isHeld ? (
          <Button kind="primary" size="small" onClick={async () => setError(await resumeRun(run, open))}>
            {t('recipes.continue', { number: open + 1 })}
          </Button>
        ) : null}
        <Button
          size="small"
          disabled={isBegun}
          aria-label={t('recipes.deleteRunOf', { name: lineText(name) })}
          onClick={async () => setError(await deleteRun(run))}
        >
          {t('recipes.deleteRun')}
        </Button>
      </div>
    </section>
  )
}

interface StepRowProps {
  readonly step: RunStep
  /** Counted from 1. */
  readonly number: number
  readonly price: StepPrice | null
}

/** A step with its state, its price while it is not done, and the way to its result. */
function StepRow({ number, price, step: { place, state, step } }: StepRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = t(`recipes.state.${state}`)
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        {number}. {t(`recipes.short.${step.kind}`)} · {step.model}
      </span>
      <span className={classes.state}>
        {state === 'done' || state === 'running' ? words : `${words} · ${priceWords(t, language, price)}`}
      </span>
      {place === null ? null : (
        <Button
          size="small"
          aria-label={t('recipes.openOf', { number })}
          onClick={() => openItem({ key: place, partId: null, search: null })}
        >
          {t('recipes.open')}
        </Button>
      )}
    </li>
  )
}
