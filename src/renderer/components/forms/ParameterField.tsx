import { NativeSelect } from '@mantine/core'
import type { Parameters } from '../../../shared/chat.ts'
import { efforts } from '../../../shared/effort.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { BoundedNumber } from './BoundedNumber.tsx'

const bounds = {
  temperature: { min: 0, max: 2, step: 0.1, decimalScale: 2 },
  topP: { min: 0, max: 1, step: 0.05, decimalScale: 2 },
  maxTokens: { min: 1, max: 2_000_000 },
} as const

interface ParameterFieldProps {
  readonly name: keyof typeof bounds
  readonly start: number | null
  readonly onChange: (value: number | null) => void
}

/** Field for a number that the gateway decides while it is empty. */
export function ParameterField({ name, start, onChange }: ParameterFieldProps) {
  const { t } = useTranslation()
  return (
    <BoundedNumber
      label={t(`parameters.${name}`)}
      placeholder={t('parameters.gateway')}
      {...bounds[name]}
      optional
      hideControls
      start={start}
      onChange={onChange}
    />
  )
}

interface EffortFieldProps {
  readonly parameters: Parameters
  readonly description?: string
  readonly onChange: (parameters: Parameters) => void
}

/** Field for how long a model thinks; without a choice the gateway decides. */
export function EffortField({ description, onChange, parameters }: EffortFieldProps) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('parameters.effort')}
      description={description}
      value={parameters.effort ?? ''}
      data={[
        { value: '', label: t('parameters.gateway') },
        ...efforts.map((effort) => ({ value: effort, label: t(`parameters.efforts.${effort}`) })),
      ]}
      onChange={(event) => {
        const { effort: _, ...others } = parameters
        const chosen = efforts.find((effort) => effort === event.currentTarget.value)
        onChange(chosen === undefined ? others : { ...others, effort: chosen })
      }}
    />
  )
}
