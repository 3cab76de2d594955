import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Subtitles.module.css'

/** Largest offset in both directions, in seconds. */
const offsetMax = 36_000

/** Fields for the size, position and offset of subtitles. The first two are remembered. */
export function LookFields({ onOffset }: { readonly onOffset: (seconds: number) => void }) {
  const { t } = useTranslation()
  const size = useApp((state) => state.settings.subtitleSize)
  const place = useApp((state) => state.settings.subtitlePlace)
  return (
    <div className={classes.looks}>
      <Field label={t('subtitles.size')} className={classes.size}>
        <Choice
          label={t('subtitles.size')}
          value={size}
          options={(['small', 'medium', 'large'] as const).map((value) => ({ value, words: t(`subtitles.${value}`) }))}
          onChoose={(subtitleSize) => void saveSettings({ subtitleSize })}
        />
      </Field>
      <Field label={t('subtitles.place')}>
        <Choice
          label={t('subtitles.place')}
          value={place}
          options={(['bottom', 'top'] as const).map((value) => ({ value, words: t(`subtitles.${value}`) }))}
          onChoose={(subtitlePlace) => void saveSettings({ subtitlePlace })}
        />
      </Field>
      <BoundedNumber
        label={t('subtitles.offset')}
        min={-offsetMax}
        max={offsetMax}
        step={0.1}
        decimalScale={2}
        start={0}
        onChange={(seconds) => onOffset(seconds ?? 0)}
      />
    </div>
  )
}
