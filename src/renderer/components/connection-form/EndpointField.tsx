import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type EndpointChoice, endpointChoices } from '../../../shared/endpoint.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './ConnectionForm.module.css'

interface EndpointFieldProps {
  readonly value: EndpointChoice
  readonly onChange: (choice: EndpointChoice) => void
}

/** Field for the endpoint that answers chats; folded where it is the usual one, as few people need it. */
export function EndpointField({ value, onChange }: EndpointFieldProps) {
  const { t } = useTranslation()
  const [isOpen] = useState(value !== 'completions')
  return (
    <details className={classes.more} open={isOpen}>
      <summary>{t('connection.more')}</summary>
      <NativeSelect
        label={t('connection.endpoint')}
        description={t(`connection.endpointHelp.${value}`)}
        value={value}
        data={endpointChoices.map((choice) => ({ value: choice, label: t(`connection.endpointNames.${choice}`) }))}
        onChange={(event) => {
          const chosen = endpointChoices.find((choice) => choice === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      />
    </details>
  )
}
