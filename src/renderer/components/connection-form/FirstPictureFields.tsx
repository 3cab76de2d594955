import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import {
  type FirstPictureField,
  firstPictureFieldMax,
  firstPictureWays,
  isFirstPictureField,
} from '../../../shared/first-picture.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { TextField } from '../forms/TextField.tsx'

interface FirstPictureFieldsProps {
  /** Null while first pictures are off. */
  readonly value: FirstPictureField | null
  readonly onChange: (value: FirstPictureField | null) => void
}

/** Fields for how a connection takes the first picture of a video. A name counts when it is left, or with Enter. */
export function FirstPictureFields({ value, onChange }: FirstPictureFieldsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value?.field ?? '')
  const name = typed.trim()
  const isValid = name === '' || isFirstPictureField(name)
  const keep = () => {
    if (!isValid || name === (value?.field ?? '')) return
    onChange(name === '' ? null : { field: name, way: value?.way ?? 'data' })
  }
  return (
    <>
      <TextField
        label={t('connection.firstPicture')}
        description={t('connection.firstPictureHelp')}
        error={isValid ? undefined : t('connection.firstPictureProblem')}
        spellCheck={false}
        autoCapitalize="off"
        maxLength={firstPictureFieldMax}
        value={typed}
        onText={setTyped}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
        }}
      />
      {value === null ? null : (
        <NativeSelect
          label={t('connection.firstPictureWay')}
          value={value.way}
          data={firstPictureWays.map((way) => ({ value: way, label: t(`connection.firstPictureWays.${way}`) }))}
          onChange={(event) => {
            const chosen = firstPictureWays.find((way) => way === event.currentTarget.value)
            if (chosen !== undefined) onChange({ ...value, way: chosen })
          }}
        />
      )}
    </>
  )
}
