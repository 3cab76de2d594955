import { NativeSelect } from '@mantine/core'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import classes from './Saving.module.css'

type Questions = CallOutput<'chat.questions'>

interface StretchChoiceProps {
  readonly questions: Questions
  readonly from: string | null
  readonly to: string | null
  readonly onChoose: (stretch: { readonly from: string; readonly to: string }) => void
}

/** Longest label of a message, in UTF-16 units. */
const labelMax = 70

/** A choice of the first and last question of a picture. The answers in between and after the last one are included. */
export function StretchChoice({ questions, from, to, onChoose }: StretchChoiceProps) {
  const { t } = useTranslation()
  const place = (id: string | null) => questions.findIndex((question) => question.id === id)
  const data = questions.map(({ id, text }, index) => {
    const line = lineText(text).slice(0, labelMax).toWellFormed()
    return { value: id, label: `${index + 1}. ${line === '' ? t('saving.emptyMessage') : line}` }
  })
  return (
    <div className={classes.stretch}>
      <NativeSelect
        label={t('saving.from')}
        data={data}
        value={from ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChoose({ from: value, to: to !== null && place(to) >= place(value) ? to : value })
        }}
      />
      <NativeSelect
        label={t('saving.to')}
        data={data.slice(Math.max(0, place(from)))}
        value={to ?? ''}
        onChange={(event) => onChoose({ from: from ?? event.currentTarget.value, to: event.currentTarget.value })}
      />
    </div>
  )
}
