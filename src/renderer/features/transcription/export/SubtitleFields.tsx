import { useTranslation } from 'react-i18next'
import type { SubtitleRules } from '../../../../shared/transcript.ts'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { useTranscription } from '../transcription-store.ts'
import classes from './Export.module.css'

const bounds = {
  lineWidth: { min: 10, max: 200, step: 1 },
  lines: { min: 1, max: 4, step: 1 },
  gap: { min: 0, max: 1000, step: 20 },
} as const satisfies Record<keyof SubtitleRules, { min: number; max: number; step: number }>

const rulesOffered = ['lineWidth', 'lines', 'gap'] as const satisfies readonly (keyof SubtitleRules)[]

/** How subtitles are broken. */
export function SubtitleFields() {
  const { t } = useTranslation()
  const rules = useTranscription((state) => state.rules)
  return (
    <fieldset className={classes.rules} aria-label={t('transcription.rules')}>
      {rulesOffered.map((rule) => {
        const { min, max, step } = bounds[rule]
        return (
          <BoundedNumber
            key={rule}
            label={t(`transcription.rule.${rule}`)}
            min={min}
            max={max}
            step={step}
            start={rules[rule]}
            onChange={(typed) => {
              if (typed !== null) useTranscription.setState((state) => ({ rules: { ...state.rules, [rule]: typed } }))
            }}
          />
        )
      })}
      <p>{t('transcription.ruleHint')}</p>
    </fieldset>
  )
}
