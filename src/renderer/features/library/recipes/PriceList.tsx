import type { RecipeStep } from '../../../../shared/recipe.ts'
import type { StepPrice } from '../../../../shared/recipe-price.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Recipes.module.css'
import { priceWords } from './recipe-words.ts'

interface PriceListProps {
  readonly steps: readonly RecipeStep[]
  readonly prices: readonly (StepPrice | null)[]
}

/** The steps that a press agrees to, each with its model and price. */
export function PriceList({ prices, steps }: PriceListProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ol className={classes.steps} aria-label={t('recipes.prices')}>
      {steps.map(({ kind, model }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and keep their order
        <li key={at} className={classes.row}>
          <span className={classes.about}>
            {at + 1}. {t(`recipes.short.${kind}`)} · {model}
          </span>
          <span className={classes.state}>{priceWords(t, language, prices[at] ?? null)}</span>
        </li>
      ))}
    </ol>
  )
}
