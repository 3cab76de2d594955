import { NativeSelect, Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { stepKinds, stepPromptMax } from '../../../../shared/recipe-limits.ts'
import { videoDurations } from '../../../../shared/video-models.ts'
import { Button } from '../../../components/Button.tsx'
import { useRequestTarget } from '../../../components/forms/request-target.ts'
import { TextField } from '../../../components/forms/TextField.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { languageOptions } from '../../../components/words/language-names.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../../platform/models-store.ts'
import classes from './Recipes.module.css'
import { firstOf, isGone, isSize, modelKinds, type StepDraft } from './recipe-draft.ts'

interface StepFieldsProps {
  readonly step: StepDraft
  /** Counted from 1. */
  readonly number: number
  readonly onChange: (change: Partial<StepDraft>) => void
  /** Null for the first step. */
  readonly onMoveUp: (() => void) | null
  /** Null for the only step. */
  readonly onRemove: (() => void) | null
}

/** The fields of one step. */
export function StepFields({ number, onChange, onMoveUp, onRemove, step }: StepFieldsProps) {
  const { t } = useTranslation()
  const { duration, kind, prompt, size } = step
  const gone = useApp((state) => isGone(step.connectionId, state.connections.connections))
  const { connection, model } = useRequestTarget(step.connectionId, step.model, firstOf(kind))
  useLoadedModels(connection?.id ?? null)
  const kinds = stepKinds.filter((one) => number === 1 || one !== 'transcribe')
  return (
    <fieldset className={classes.step}>
      <legend>{t('recipes.step', { number })}</legend>
      <NativeSelect
        label={t('recipes.kind')}
        value={kind}
        data={kinds.map((one) => ({ value: one, label: t(`recipes.kinds.${one}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = kinds.find((one) => one === value)
          // the model is one of another kind
          if (chosen !== undefined) onChange({ kind: chosen, connectionId: null, model: '' })
        }}
      />
      <ModelSelect
        label={t('recipes.model')}
        connection={connection}
        model={gone ? '' : model}
        kind={modelKinds[kind]}
        onChoose={(connectionId, chosen) => onChange({ connectionId, model: chosen })}
      />
      {gone ? (
        <p className={classes.refused} role="alert">
          {t('recipes.gone', { number })}
        </p>
      ) : null}
      <Textarea
        label={t(kind === 'transcribe' ? 'recipes.words' : 'recipes.prompt')}
        description={
          kind === 'transcribe' || number > 1
            ? t(`recipes.promptHint.${kind}`)
            : `${t(`recipes.promptHint.${kind}`)} ${t(`recipes.pictureHint.${kind}`)}`
        }
        autosize
        minRows={2}
        maxRows={8}
        maxLength={stepPromptMax}
        value={prompt}
        onChange={(event) => onChange({ prompt: event.currentTarget.value })}
      />
      {kind === 'transcribe' ? (
        <LanguageSelect language={step.language} onChoose={(language) => onChange({ language })} />
      ) : null}
      {kind === 'image' ? (
        <TextField
          label={t('recipes.size')}
          description={t('recipes.sizeHint')}
          error={isSize(size) ? null : t('recipes.sizeProblem')}
          maxLength={11}
          value={size}
          onText={(text) => onChange({ size: text })}
        />
      ) : null}
      {kind === 'video' ? (
        <NativeSelect
          label={t('recipes.duration')}
          value={String(duration)}
          data={videoDurations.map(String)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ duration: videoDurations.find((one) => String(one) === value) ?? duration })
          }
        />
      ) : null}
      {onMoveUp === null && onRemove === null ? null : (
        <div className={pages.actions}>
          {onMoveUp === null ? null : (
            <Button size="small" aria-label={t('recipes.moveUpOf', { number })} onClick={onMoveUp}>
              {t('recipes.moveUp')}
            </Button>
          )}
          {onRemove === null ? null : (
            <Button size="small" aria-label={t('recipes.removeStepOf', { number })} onClick={onRemove}>
              {t('recipes.removeStep')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

interface LanguageSelectProps {
  /** The spoken language; null lets the model detect it. */
  readonly language: string | null
  readonly onChoose: (language: string | null) => void
}

function LanguageSelect({ language, onChoose }: LanguageSelectProps) {
  const { t } = useTranslation()
  const inLanguage = useLanguage()
  const options = useMemo(() => {
    const { first, rest } = languageOptions(inLanguage, language)
    return [...first, ...rest].map(({ code, name }) => ({ value: code, label: name }))
  }, [inLanguage, language])
  return (
    <NativeSelect
      label={t('recipes.language')}
      value={language ?? ''}
      data={[{ value: '', label: t('recipes.languageAuto') }, ...options]}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
    />
  )
}
