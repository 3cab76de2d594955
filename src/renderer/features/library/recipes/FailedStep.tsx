import { useState } from 'react'
import { type AppError, appError, type ErrorCode } from '../../../../shared/errors.ts'
import type { RecipeRun, RunStep } from '../../../../shared/recipe.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { useRequestTarget } from '../../../components/forms/request-target.ts'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { retryStep } from './recipe-actions.ts'
import { firstOf, modelKinds } from './recipe-draft.ts'

/** Errors that another model or connection may end. */
const ofModel: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['no_connection', 'no_key', 'invalid_key', 'model_not_found', 'forbidden', 'endpoint_missing'] as const),
  ...(['bad_request', 'quota', 'content_refused', 'too_large'] as const),
  ...(['first_picture_off', 'first_picture_refused'] as const),
])

/** Errors after which sending the same again changes nothing. */
const isFinal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'step_file_lost',
  'step_text_missing',
  'step_text_too_long',
])

interface FailedStepProps {
  readonly run: RecipeRun
  readonly position: number
  readonly step: RunStep
  readonly onError: (error: AppError | null) => void
}

/** A step without a result: the reason, and one press that sends it again, perhaps to another model. */
export function FailedStep({ onError, position, run, step: { error, state, step } }: FailedStepProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<{ connectionId: string; model: string } | null>(null)
  const shown = chosen ?? step
  const { connection, model } = useRequestTarget(shown.connectionId, shown.model, firstOf(step.kind))
  const cause = error ?? appError(state === 'cancelled' ? 'cancelled' : 'internal')
  const number = position + 1
  const isLost = state === 'unknown'
  return (
    <ErrorNote
      error={cause}
      place={{ where: 'other', hasText: false }}
      lead={isLost ? t('recipes.lost') : undefined}
      below={
        ofModel.has(cause.code) ? (
          <ModelSelect
            label={t('recipes.otherModel')}
            connection={connection}
            model={model}
            kind={modelKinds[step.kind]}
            onChoose={(connectionId, other) => setChosen({ connectionId, model: other })}
          />
        ) : null
      }
    >
      {isFinal.has(cause.code) ? null : (
        <Button size="small" onClick={async () => onError(await retryStep(run, position, chosen))}>
          {t('recipes.retry', { number })}
        </Button>
      )}
    </ErrorNote>
  )
}
