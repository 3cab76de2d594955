import { useMemo } from 'react'
import type { RecipeStep } from '../../../../shared/recipe.ts'
import { type StepPrice, stepPrices } from '../../../../shared/recipe-price.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useMoney } from '../../../platform/money-store.ts'

/** Returns the price of each step at current prices; null where none is known. `tokens` are those of the input. */
export function useStepPrices(steps: readonly RecipeStep[], tokens: number | null): readonly (StepPrice | null)[] {
  const prices = useMoney((state) => state.prices)
  const videoPriceOf = useApp((state) => state.settings.videoPriceOf)
  return useMemo(() => stepPrices(steps, tokens, { prices, videoPriceOf }), [steps, tokens, prices, videoPriceOf])
}
